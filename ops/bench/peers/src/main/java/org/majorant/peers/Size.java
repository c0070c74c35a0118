package org.majorant.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * How large a model of some files is. They are not kept, so they may be larger than the heap.
 *
 * @param labels how many: 2 at least
 * @param features the largest index
 */
record Size(int labels, int features) {
  static Size of(final Path... files) throws IOException {
    int labels = 2;
    int features = 0;
    for (final Path file : files) {
      try (Stream<String> lines = Files.lines(file)) {
        for (final Iterator<String> each = lines.iterator(); each.hasNext(); ) {
          final Row row = Row.of(each.next());
          labels = Math.max(labels, row.label() + 1);
          features = Math.max(features, row.last());
        }
      }
    }
    return new Size(labels, features);
  }
}
