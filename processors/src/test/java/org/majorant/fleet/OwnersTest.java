package org.majorant.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.majorant.schema.FleetClaim;

class OwnersTest {
  private static final long NOW = 1_000_000_000L;
  private static final long LONG_AGO = NOW - 3_600_000L;
  private static final FleetName A = new FleetName("a");
  private static final FleetName B = new FleetName("b");

  @Test
  void modelThatTwoFleetsMatch_isOfTheFirstClaimWhoseFleetLives() {
    final List<FleetClaim> claims =
        List.of(claim("a", LONG_AGO, "fraud-*"), claim("b", LONG_AGO, "*"));

    assertThat(
            owners(claims, "majorant-fleet-a:members", "majorant-fleet-b:members").fleet("fraud-1"))
        .contains(A);
    assertThat(
            owners(claims, "majorant-fleet-a:members", "majorant-fleet-b:members").fleet("adult"))
        .contains(B);
    assertThat(owners(claims, "majorant-fleet-b:members").fleet("fraud-1")).contains(B);
    assertThat(owners(claims).fleet("fraud-1")).isEmpty();
  }

  @Test
  void fleetThatHasJustClaimed_livesBeforeItsGroupHasMembers() {
    final List<FleetClaim> claims = List.of(claim("a", NOW - 1000, "*"));

    assertThat(owners(claims).fleet("adult")).contains(A);
  }

  @Test
  void ownFleet_livesWhateverItsGroupSays() {
    final Owners owners = new Owners(List.of(claim("a", LONG_AGO, "*")), Set.of(), A, NOW);

    assertThat(owners.other("adult", A)).isEmpty();
  }

  @Test
  void modelWithALearnerOfItsOwn_isOfNoFleet() {
    final List<FleetClaim> claims = List.of(claim("a", LONG_AGO, "*"));
    final Owners owners = owners(claims, "majorant-fleet-a:members", "majorant-adult");

    assertThat(owners.other("adult", A)).contains("learn --spec");
    assertThat(owners.other("iris", A)).isEmpty();
    assertThat(owners.other("iris", B)).contains("fleet a");
  }

  @Test
  void modelWhoseGroupWouldBeAFleets_hasNoLearnerBecauseThatFleetRuns() {
    final Owners owners =
        owners(List.of(claim("a", LONG_AGO, "*")), "majorant-fleet-a", "majorant-fleet-a:members");

    assertThat(owners.other("fleet-a", A)).isEmpty();
    assertThat(owners.group("majorant-fleet-a")).contains(A);
  }

  @Test
  void claim_isWrittenUnlessAnEqualOneHasItsPlace() {
    final ModelPatterns all = new ModelPatterns(List.of("*"));
    final Optional<FleetClaim> old = Optional.of(claim("a", LONG_AGO, "*"));
    final Optional<FleetClaim> young = Optional.of(claim("a", NOW - 1000, "*"));
    final Optional<FleetClaim> other = Optional.of(claim("a", NOW - 1000, "adult"));

    assertThat(Owners.mustClaim(Optional.empty(), all, false, NOW)).isTrue();
    assertThat(Owners.mustClaim(old, all, true, NOW)).isFalse();
    assertThat(Owners.mustClaim(old, all, false, NOW)).isTrue();
    assertThat(Owners.mustClaim(young, all, false, NOW)).isFalse();
    assertThat(Owners.mustClaim(other, all, false, NOW)).isTrue();
    assertThatThrownBy(() -> Owners.mustClaim(other, all, true, NOW))
        .isInstanceOf(FleetException.class)
        .hasMessage(
            "fleet a runs with --models 'adult': give the same, stop it first, or name another"
                + " fleet by --fleet");
  }

  private static Owners owners(final List<FleetClaim> claims, final String... groups) {
    return new Owners(claims, Set.of(groups), null, NOW);
  }

  private static FleetClaim claim(final String fleet, final long time, final String... patterns) {
    return new FleetClaim(fleet, List.of(patterns), time);
  }
}
