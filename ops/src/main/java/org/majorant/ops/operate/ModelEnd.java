package org.majorant.ops.operate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.Specs;
import org.majorant.log.AtomicWrite;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;

/**
 * Ends a model, whoever learns it. If it is applied, its wish becomes to be deleted first, so that
 * no fleet begins with it meanwhile; and a fleet that has it says by a base without blocks that it
 * has stopped. Then all of the model goes, and what is applied of it in the same transaction. So
 * whoever is stopped on the way gives the command again.
 *
 * @param client how to reach the brokers
 * @param timeout how long a broker may take to answer, and a fleet to stop the model
 */
public record ModelEnd(Admin admin, Map<?, ?> client, Duration timeout) {
  /**
   * Deletes a model.
   *
   * @param model its name
   * @param newest its newest version; null: it has none
   * @throws CommandFailed where a learner of its own runs, a fleet does not stop it in time, or the
   *     brokers refuse
   */
  public void delete(final String model, final ModelHead newest)
      throws ExecutionException, InterruptedException {
    try (Specs specs = new Specs(client)) {
      final Optional<AppliedSpec> applied = specs.read().applied(model);
      if (applied.isEmpty()) {
        deletion(newest.getSpec(), newest).run(() -> true, AtomicWrite.of(List.of()));
      } else if (!run(
          specs, applied.get(), newest, AtomicWrite.of(List.of(Specs.tombstone(model))))) {
        throw changed(model);
      }
    }
  }

  /**
   * Has a model that is applied begin anew, unless it is not any more what it was: somebody else
   * has had it begin anew then.
   *
   * @param before what was applied of it
   * @param newest its newest version; null: it has none
   * @param next what is applied then, and where it begins
   * @return whether it begins anew
   * @throws CommandFailed as {@link #delete}
   */
  public boolean reset(final AppliedSpec before, final ModelHead newest, final AtomicWrite next)
      throws ExecutionException, InterruptedException {
    try (Specs specs = new Specs(client)) {
      return run(specs, before, newest, next);
    }
  }

  /** What is said where a model is not any more what it was. */
  public static CommandFailed changed(final String model) {
    return new CommandFailed(
        "'%s' was changed meanwhile: 'ops/majorant models list' shows what it is now"
            .formatted(model));
  }

  private boolean run(
      final Specs specs, final AppliedSpec before, final ModelHead newest, final AtomicWrite after)
      throws ExecutionException, InterruptedException {
    final String model = before.getModel();
    final long base =
        NewestBase.head(client, model, timeout).map(SurrogateHead::getBase).orElse(0L);
    final List<AppliedSpec> ending = specs.change(now -> end(now.applied(model), before, base));
    if (ending.isEmpty()) {
      return false;
    }
    awaitEnd(specs, ending.get(0));
    return deletion(before.getSpec(), newest)
        .run(() -> specs.read().applied(model).equals(Optional.of(ending.get(0))), after);
  }

  private ModelDeletion deletion(final ModelSpec spec, final ModelHead newest) {
    final long version = newest == null ? 0 : newest.getVersion();
    return new ModelDeletion(admin, client, spec, version, timeout);
  }

  private static List<AppliedSpec> end(
      final Optional<AppliedSpec> now, final AppliedSpec before, final long base) {
    return now.stream()
        .filter(applied -> applied.getIncarnation() == before.getIncarnation())
        .map(applied -> SpecChanges.end(applied, base, System.currentTimeMillis()))
        .toList();
  }

  private void awaitEnd(final Specs specs, final AppliedSpec ending)
      throws ExecutionException, InterruptedException {
    final String model = ending.getModel();
    final Optional<FleetName> fleet =
        FleetStop.await(
            specs,
            model,
            lives -> NewestBase.awaitNothing(client, model, ending.getLastBase(), timeout, lives));
    if (fleet.isPresent() && learns(fleet.get())) {
      throw FleetStop.late(fleet.get(), model, timeout);
    }
  }

  /**
   * Whether a fleet learns anything. If the topics of all its models are gone, nothing of it runs
   * that could write that a model has stopped, and nothing that could write to the model.
   */
  private boolean learns(final FleetName fleet) throws ExecutionException, InterruptedException {
    try {
      return !admin
          .describeConsumerGroups(List.of(fleet.group()))
          .all()
          .get()
          .get(fleet.group())
          .members()
          .isEmpty();
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return false;
      }
      throw e;
    }
  }
}
