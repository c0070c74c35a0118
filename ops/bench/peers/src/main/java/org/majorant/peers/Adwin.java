package org.majorant.peers;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moa.classifiers.core.driftdetection.ADWIN;

/** Where MOA's ADWIN, with its default δ of .002, says that losses have risen. */
final class Adwin {
  private Adwin() {}

  /**
   * @param losses 0 to 1 each, as floats, big-endian
   * @return how many came until each time
   */
  static List<Long> alarms(final Path losses) throws IOException {
    final ADWIN adwin = new ADWIN();
    final List<Long> alarms = new ArrayList<>();
    final long size = Files.size(losses) / Float.BYTES;
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(losses), 1 << 16))) {
      for (long i = 1; i <= size; i++) {
        final double before = adwin.getEstimation();
        if (adwin.setInput(in.readFloat()) && adwin.getEstimation() > before) {
          alarms.add(i);
        }
      }
    }
    return alarms;
  }
}
