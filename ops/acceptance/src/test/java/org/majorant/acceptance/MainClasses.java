package org.majorant.acceptance;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** The classes that are no tests', whether Maven has packed the modules already or not. */
public final class MainClasses implements ImportOption {
  @Override
  public boolean includes(final Location location) {
    return !location.contains("/test-classes/") && !location.contains("-tests.jar");
  }
}
