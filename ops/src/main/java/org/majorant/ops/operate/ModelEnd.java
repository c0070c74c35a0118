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
    run(model, newest, AtomicWrite.of(List.of(Specs.tombstone(model))));
  }

  /**
   * Has a model that is applied begin anew.
   *
   * @param newest its newest version; null: it has none
   * @param next what is applied then, and where it begins
   * @throws CommandFailed as {@link #delete}
   */
  public void reset(final String model, final ModelHead newest, final AtomicWrite next)
      throws ExecutionException, InterruptedException {
    run(model, newest, next);
  }

  private void run(final String model, final ModelHead newest, final AtomicWrite after)
      throws ExecutionException, InterruptedException {
    try (Specs specs = new Specs(client)) {
      final Optional<AppliedSpec> applied = specs.read().applied(model);
      final long version = newest == null ? 0 : newest.getVersion();
      if (applied.isEmpty()) {
        new ModelDeletion(admin, client, newest.getSpec(), version, timeout)
            .run(AtomicWrite.of(List.of()));
        return;
      }
      stop(specs, model);
      new ModelDeletion(admin, client, applied.get().getSpec(), version, timeout).run(after);
    }
  }

  private void stop(final Specs specs, final String model)
      throws ExecutionException, InterruptedException {
    final long base =
        NewestBase.head(client, model, timeout).map(SurrogateHead::getBase).orElse(0L);
    final AppliedSpec ending =
        specs
            .change(
                before ->
                    before
                        .applied(model)
                        .map(now -> SpecChanges.end(now, base, System.currentTimeMillis()))
                        .map(List::of)
                        .orElseThrow(
                            () -> new CommandFailed("'%s' is deleted already".formatted(model))))
            .get(0);
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
