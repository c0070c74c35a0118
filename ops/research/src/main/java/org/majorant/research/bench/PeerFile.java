package org.majorant.research.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RejectedExample;

/**
 * Writes examples for peers as a model of ours sees them: after its transforms, its hashing and its
 * views, and without intercepts, which peers add by themselves. A line is {@code label index:value
 * ...}, labels from 0 in the spec's order, indices from 1; a sentence has a line a token, and ends
 * with an empty line.
 */
final class PeerFile implements AutoCloseable {
  private final ModelSpec spec;
  private final ExampleMapper mapper;
  private final FeatureSpace space;
  private final BufferedWriter out;

  /**
   * @param moments that the spec standardizes by; null where it does not
   */
  PeerFile(final ModelSpec spec, final Moments moments, final Path file) throws IOException {
    this.spec = spec;
    space = new FeatureSpace(spec, moments);
    mapper = new ExampleMapper(spec, space, new ExampleDecoder(Integer.MAX_VALUE));
    out = Files.newBufferedWriter(file);
  }

  /** Writes records to a file. */
  static Path write(
      final ModelSpec spec, final Moments moments, final List<byte[]> records, final Path file)
      throws IOException {
    try (PeerFile examples = new PeerFile(spec, moments, file)) {
      for (final byte[] record : records) {
        examples.write(record);
      }
    }
    return file;
  }

  /** Writes one record. */
  void write(final byte[] record) throws IOException {
    final Example example;
    try {
      mapper.decode(record);
      example = mapper.map();
    } catch (final RejectedExample e) {
      return; // what our learner rejects no peer learns
    }
    if (example instanceof SparsePoint x) {
      row(x.label, x.indices, x.values, 0, x.size);
    } else if (example instanceof SparseSequence x) {
      for (int t = 0; t < x.length; t++) {
        row(x.labels[t], x.indices, x.values, x.starts[t], x.starts[t + 1]);
      }
      out.newLine();
    } else {
      throw new Peer.Unavailable("no peer learns a " + spec.getTask());
    }
  }

  private void row(
      final int label, final int[] indices, final double[] values, final int from, final int to)
      throws IOException {
    if (label < 0) {
      throw new Peer.Unavailable("no peer learns labels that are not observed");
    }
    out.write(Integer.toString(label));
    for (int k = from; k < to; k++) {
      if (!space.isIntercept(indices[k])) {
        final String value = values[k] == 1 ? "1" : Float.toString((float) values[k]);
        out.write(" " + (indices[k] + 1) + ":" + value);
      }
    }
    out.newLine();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
