package org.majorant.ops.options;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.fleet.Specs;
import org.majorant.fleet.SpecsTable;
import org.majorant.ops.read.AppliedLine;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AppliedSpec;
import org.majorant.store.Topics;
import picocli.CommandLine.Mixin;

/** The models that fleets learn, for a command that changes them. */
public final class AppliedModels {
  @Mixin private ConnectionOptions connection;

  public ConnectionOptions connection() {
    return connection;
  }

  /**
   * Reads and writes them, where the brokers answer.
   *
   * @throws CommandFailed where there is no topic of specs
   */
  public Specs open() throws ExecutionException, InterruptedException {
    try (Admin admin = connection.connect()) {
      connection.requireTopics(admin, Topics.SPECS);
    }
    return new Specs(connection.clientProperties());
  }

  /**
   * Changes one of them.
   *
   * @return what it is then, and who learns it
   * @throws CommandFailed where it is not applied
   */
  public AppliedLine change(final String model, final UnaryOperator<AppliedSpec> change)
      throws ExecutionException, InterruptedException {
    try (Specs specs = open()) {
      final AppliedSpec after =
          specs.change(before -> List.of(change.apply(require(before, model)))).get(0);
      return AppliedLine.of(after, specs.learners(specs.read()).get(model));
    }
  }

  /**
   * What is applied of a model.
   *
   * @throws CommandFailed where nothing is
   */
  public static AppliedSpec require(final SpecsTable specs, final String model) {
    return specs
        .applied(model)
        .orElseThrow(
            () ->
                new CommandFailed(
                    "no model '%s' is applied: 'ops/majorant models list' shows those that are"
                        .formatted(model)));
  }
}
