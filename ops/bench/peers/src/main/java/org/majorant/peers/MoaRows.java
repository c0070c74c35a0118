package org.majorant.peers;

import com.yahoo.labs.samoa.instances.Attribute;
import com.yahoo.labs.samoa.instances.DenseInstance;
import com.yahoo.labs.samoa.instances.Instance;
import com.yahoo.labs.samoa.instances.Instances;
import com.yahoo.labs.samoa.instances.InstancesHeader;
import com.yahoo.labs.samoa.instances.SparseInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows as MOA has them. Gradient descent sees each feature at its index, and the label at 0, which
 * is free. Trees look at every attribute of every row, so they see only features that some row has,
 * without gaps, and then the label; what is always 0 or 1 is a category to them, and anything else
 * a number.
 */
final class MoaRows {
  private static final List<String> INDICATOR = List.of("0", "1");

  private final InstancesHeader header;
  private final int[] places; // of features among the attributes; null: as they are, and sparse

  private MoaRows(final List<Attribute> attributes, final int classIndex, final int[] places) {
    header = new InstancesHeader(new Instances("examples", attributes, 0));
    header.setClassIndex(classIndex);
    this.places = places;
  }

  static MoaRows sparse(final Size size) {
    final List<Attribute> attributes = new ArrayList<>();
    attributes.add(label(size.labels()));
    for (int i = 1; i <= size.features(); i++) {
      attributes.add(new Attribute("x" + i));
    }
    return new MoaRows(attributes, 0, null);
  }

  /**
   * @param learned with the others it tells which features there are, and which are numbers
   */
  static MoaRows dense(final int labels, final List<Row> learned, final List<Row> scored) {
    final TreeMap<Integer, Boolean> numbers = new TreeMap<>();
    Stream.concat(learned.stream(), scored.stream())
        .forEach(
            row -> {
              for (int i = 0; i < row.indices().length; i++) {
                numbers.merge(row.indices()[i], row.values()[i] != 1, Boolean::logicalOr);
              }
            });
    final int[] places = new int[numbers.isEmpty() ? 1 : numbers.lastKey() + 1];
    final List<Attribute> attributes = new ArrayList<>();
    numbers.forEach(
        (feature, isNumber) -> {
          places[feature] = attributes.size();
          attributes.add(
              isNumber ? new Attribute("x" + feature) : new Attribute("x" + feature, INDICATOR));
        });
    attributes.add(label(labels));
    return new MoaRows(attributes, attributes.size() - 1, places);
  }

  private static Attribute label(final int labels) {
    return new Attribute("label", IntStream.range(0, labels).mapToObj(Integer::toString).toList());
  }

  InstancesHeader header() {
    return header;
  }

  List<Instance> instances(final List<Row> rows) {
    final List<Instance> instances = new ArrayList<>();
    for (final Row row : rows) {
      final Instance instance = places == null ? sparse(row) : dense(row);
      instance.setDataset(header);
      instances.add(instance);
    }
    return instances;
  }

  private Instance sparse(final Row row) {
    final int n = row.indices().length;
    final int[] indices = new int[n + 1];
    final double[] values = new double[n + 1];
    System.arraycopy(row.indices(), 0, indices, 1, n);
    System.arraycopy(row.values(), 0, values, 1, n);
    values[0] = row.label();
    return new SparseInstance(1, values, indices, header.numAttributes());
  }

  private Instance dense(final Row row) {
    final double[] values = new double[header.numAttributes()];
    for (int i = 0; i < row.indices().length; i++) {
      values[places[row.indices()[i]]] = row.values()[i];
    }
    values[values.length - 1] = row.label();
    return new DenseInstance(1, values);
  }
}
