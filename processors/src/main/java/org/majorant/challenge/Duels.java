package org.majorant.challenge;

import java.util.HashMap;
import java.util.Map;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecChallenge;

/** The duels of all models that learn a partition, as their workers come and go. */
public final class Duels {
  private final Map<String, Entry> entries = new HashMap<>(); // by model
  private final Map<String, Duel> duels = new HashMap<>(); // by challenger

  /** A worker that learns. */
  private record Entry(ModelSpec spec, long incarnation, Contender contender) {
    /** Has the model defend itself, if examples mean the same to both. */
    void defend(final ModelSpec challenger, final Duel duel) {
      if (spec.getModel().equals(challenger.getChallenges())
          && SpecChallenge.difference(spec, challenger).isEmpty()) {
        contender.join(duel, duel.champions(incarnation));
      }
    }
  }

  /** The worker of a model begins; one that was there before has left. */
  public Contender enter(final ModelSpec spec, final long incarnation) {
    final Entry entry = new Entry(spec, incarnation, new Contender());
    entries.put(spec.getModel(), entry);
    duels.forEach((challenger, duel) -> entry.defend(entries.get(challenger).spec, duel));
    if (spec.getChallenges() != null) {
      final Duel duel = new Duel(spec);
      duels.put(spec.getModel(), duel);
      entry.contender.challenge(duel);
      entries.values().forEach(other -> other.defend(spec, duel));
    }
    return entry.contender;
  }

  /** The worker of a model ends. */
  public void leave(final String model) {
    entries.remove(model);
    final Duel duel = duels.remove(model);
    if (duel != null) {
      entries.values().forEach(other -> other.contender.leave(duel));
    }
  }
}
