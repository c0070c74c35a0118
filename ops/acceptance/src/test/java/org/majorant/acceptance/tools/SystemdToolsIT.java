package org.majorant.acceptance.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Systemd reads the unit, and finds nothing to complain of. */
@Tag("tools")
class SystemdToolsIT {
  @TempDir private Path dir;

  @Test
  void unit_isUnderstood() throws Exception {
    final Tool systemd = Tool.find("systemd-analyze", "systemd");
    final String here = Shipped.ROOT.resolve("ops/majorant").toString(); // it must be there
    final Path unit =
        Files.writeString(
            dir.resolve("majorant-learner@adult.service"),
            Files.readString(SystemdUnitTest.FILE).replace("/opt/majorant/ops/majorant", here));
    final ProcessBuilder verify =
        systemd.command(dir, "verify", "--man=no", "--recursive-errors=yes", unit.toString());
    verify.environment().putAll(Map.of("SYSTEMD_LOG_LEVEL", "warning"));
    Tool.output(verify);
  }
}
