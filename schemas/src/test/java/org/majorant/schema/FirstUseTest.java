package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;

/**
 * Each generated class works as the first thing of a JVM: Avro instantiates only classes that are
 * trusted, and nobody has to know what makes ours so. A class loader that has loaded nothing yet
 * stands for a JVM. After each record it trusts nothing again, so a record comes before those that
 * contain it and would have it initialized.
 */
class FirstUseTest {
  private static final URL[] CLASS_PATH =
      Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(FirstUseTest::url)
          .toArray(URL[]::new);

  @Test
  void generatedClass_usedFirstOfAll_decodesAndCopies() throws Exception {
    try (URLClassLoader fresh =
        new URLClassLoader(CLASS_PATH, ClassLoader.getPlatformClassLoader())) {
      for (final Schema schema : recordsByLength()) {
        final byte[] bytes = random(schema);
        trustNothing(fresh);
        final Class<?> record = Class.forName(schema.getFullName(), true, fresh);
        final Object decoded =
            record
                .getMethod("fromByteBuffer", ByteBuffer.class)
                .invoke(null, ByteBuffer.wrap(bytes));
        final Object builder = record.getMethod("newBuilder", record).invoke(null, decoded);
        assertThat(builder.getClass().getMethod("build").invoke(builder)).isEqualTo(decoded);
      }
    }
  }

  /** The schema of a record has those of the records that it contains, so it is longer. */
  private static List<Schema> recordsByLength() throws Exception {
    final List<Schema> records = new ArrayList<>();
    final Path some = Path.of(LabeledExample.class.getResource("LabeledExample.class").toURI());
    try (Stream<Path> files = Files.list(some.getParent())) {
      for (final Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        final String type = file.getFileName().toString().replace(".class", "");
        final Class<?> found = Class.forName(LabeledExample.class.getPackageName() + "." + type);
        if (SpecificRecord.class.isAssignableFrom(found)) {
          records.add((Schema) found.getField("SCHEMA$").get(null));
        }
      }
    }
    assertThat(records).hasSizeGreaterThan(40);
    records.sort(Comparator.comparing(schema -> schema.toString().length()));
    return records;
  }

  private static byte[] random(final Schema schema) throws Exception {
    final Object record = new RandomData(schema, 1, 29).iterator().next();
    return new BinaryMessageEncoder<>(GenericData.get(), schema).encode(record).array();
  }

  private static void trustNothing(final ClassLoader loader) throws Exception {
    final Class<?> validator = loader.loadClass(ClassSecurityValidator.class.getName());
    final Class<?> predicate = loader.loadClass(ClassSecurityPredicate.class.getName());
    validator
        .getMethod("setGlobal", predicate)
        .invoke(null, validator.getField("DEFAULT").get(null));
  }

  private static URL url(final String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (final MalformedURLException e) {
      throw new IllegalArgumentException(path, e);
    }
  }
}
