package org.majorant.schema;

import org.apache.avro.specific.SpecificData;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;

/**
 * Avro instantiates only classes that the JVM's one {@link ClassSecurityValidator} trusts. This
 * adds this package to whatever is trusted already, and leaves the refusal of all else to it. Every
 * generated record gets its data model from here (see the POM), so that the package is trusted
 * whichever of its classes a program uses first.
 */
final class TrustedClasses implements ClassSecurityPredicate {
  private static final String PACKAGE = TrustedClasses.class.getPackageName();

  private final ClassSecurityPredicate others;

  private TrustedClasses(final ClassSecurityPredicate others) {
    this.others = others;
  }

  /** The data model of a generated record, whose package is trusted from then on. */
  static SpecificData data() {
    install();
    return new SpecificData();
  }

  /** Idempotent, and good again after someone has replaced the JVM's validator. */
  static synchronized void install() {
    final ClassSecurityPredicate current = ClassSecurityValidator.getGlobal();
    if (!current.isTrusted(LabeledExample.class)) {
      ClassSecurityValidator.setGlobal(new TrustedClasses(current));
    }
  }

  @Override
  public boolean isTrusted(final Class<?> type) {
    return type.getPackageName().equals(PACKAGE) || others.isTrusted(type);
  }

  @Override
  public void forbiddenClass(final String className) {
    others.forbiddenClass(className);
  }
}
