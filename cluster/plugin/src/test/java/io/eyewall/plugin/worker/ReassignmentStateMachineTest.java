package io.eyewall.plugin.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReassignmentStateMachineTest {
    private static final long STARTS_MS = 20_000;
    private static final Map<Integer, Set<Integer>> FIRST =
            Map.of(0, Set.of(0, 3), 2, Set.of(1, 4), 4, Set.of(2, 5));

    private static SimulatedCluster running(long seed, boolean checkpoints) {
        SimulatedCluster cluster = new SimulatedCluster(seed, checkpoints);
        cluster.assign(FIRST);
        cluster.settle(STARTS_MS);
        return cluster;
    }

    @Test
    void movesTheSpoutAndOthersToFreshSlotsWithShortRests() {
        for (long seed = 0; seed < 50; seed++) {
            SimulatedCluster cluster = running(seed, seed % 2 == 0);
            cluster.assign(Map.of(1, Set.of(0, 3), 2, Set.of(1, 4), 4, Set.of(2, 5)));
            long restedMs = 0;
            for (int i = 0; !cluster.isSettled() && i < 2_000; i++) {
                cluster.turn();
                restedMs += cluster.anyPaused() ? 20 : 0;
            }
            assertThat(cluster.isSettled()).as(cluster.describe()).isTrue();
            assertThat(restedMs).as("seed %d", seed).isBetween(20L, 1_500L);
        }
    }

    @Test
    void oldWorkersGoOnWhileTheNewOnesStart() {
        SimulatedCluster cluster = running(1, false);
        cluster.startTakesMs = 30_000;
        cluster.assign(Map.of(1, Set.of(0, 3), 2, Set.of(1, 4), 4, Set.of(2, 5)));
        for (long untilMs = cluster.nowMs + 29_000; cluster.nowMs < untilMs; ) {
            cluster.turn();
            assertThat(cluster.at(0).works(0)).isTrue();
        }
        cluster.settle(10_000);
        assertThat(cluster.at(1).works(0)).isTrue();
    }

    @Test
    void changesInPlaceAreOrderedToo() {
        for (long seed = 0; seed < 20; seed++) {
            SimulatedCluster cluster = running(seed, seed % 2 == 0);
            cluster.assign(Map.of(0, Set.of(0, 1), 2, Set.of(3, 4), 4, Set.of(2, 5)));
            assertThat(cluster.settle(STARTS_MS)).isLessThan(15_000);
        }
    }

    /** Else it says that it is connected to a slot in which is who ends, and sends to nobody. */
    @Test
    void nobodyHasSwitchedBeforeAllMembersAreThere() {
        Map<Integer, Set<Integer>> next = Map.of(1, Set.of(0), 2, Set.of(1, 3), 4, Set.of(2, 4, 5));
        for (long seed = 0; seed < 50; seed++) {
            SimulatedCluster cluster = running(seed, seed % 2 == 0);
            cluster.assign(next);
            for (int i = 0; !cluster.isSettled() && i < 2_000; i++) {
                cluster.turn();
                if (cluster.anyHasSwitched()) {
                    next.forEach(
                            (slot, executors) ->
                                    assertThat(cluster.at(slot).executors)
                                            .as(cluster.describe())
                                            .isEqualTo(executors));
                }
            }
            assertThat(cluster.isSettled()).as(cluster.describe()).isTrue();
        }
    }

    /** The slot that it is to leave has no successor, however long that is. */
    @Test
    void whileANewWorkerIsNotReadyTheOldAssignmentIsServed() {
        for (long startsMs : new long[] {228_000, Long.MAX_VALUE / 2}) {
            SimulatedCluster cluster = running(3, false);
            cluster.startTakesMs = startsMs;
            cluster.assign(Map.of(1, Set.of(0, 3), 2, Set.of(1, 4), 4, Set.of(2, 5)));
            for (long untilMs = cluster.nowMs + 227_000; cluster.nowMs < untilMs; ) {
                cluster.turn();
                assertThat(cluster.at(0).works(0)).as(cluster.describe()).isTrue();
                assertThat(cluster.anyPaused()).isFalse();
            }
            if (startsMs < 300_000) {
                cluster.settle(10_000);
                assertThat(cluster.at(1).works(0)).isTrue();
            }
        }
    }

    /** By the assignment before: who has worked all the time goes on without a pause. */
    @Test
    void anAssignmentThatIsWithdrawnCostsNothing() {
        for (long seed = 0; seed < 20; seed++) {
            SimulatedCluster cluster = running(seed, seed % 2 == 0);
            SimulatedCluster.Worker old = cluster.at(0);
            cluster.startTakesMs = Long.MAX_VALUE / 2;
            cluster.assign(Map.of(1, Set.of(0, 3), 2, Set.of(1, 4), 4, Set.of(2, 5)));
            for (int i = 0; i < 3_500; i++) {
                cluster.turn();
            }
            cluster.assign(FIRST);
            for (int i = 0; i < 500; i++) {
                cluster.turn();
                assertThat(old.works(0)).as(cluster.describe()).isTrue();
                assertThat(cluster.anyPaused()).isFalse();
            }
            assertThat(cluster.isSettled()).as(cluster.describe()).isTrue();
        }
    }

    @Test
    void aMemberThatHangsWhileSpoutsRestHoldsThemUpForTheLimitAtMost() {
        SimulatedCluster cluster = running(4, false);
        cluster.assign(Map.of(1, Set.of(0, 3), 2, Set.of(1, 4), 4, Set.of(2, 5)));
        while (!cluster.anyPaused()) {
            cluster.turn();
        }
        cluster.at(2).frozen = true;
        long restedMs = 0;
        while (!cluster.at(4).works(5) && restedMs < 60_000) {
            cluster.turn();
            restedMs += 20;
        }
        assertThat(restedMs).isLessThan(11_000);
    }

    @Test
    void aWorkerThatCrashesAloneComesBackAtOnce() {
        SimulatedCluster cluster = running(5, false);
        cluster.crash(cluster.at(2));
        for (int i = 0; i < 10; i++) {
            cluster.turn();
            assertThat(cluster.anyPaused()).isFalse();
        }
        assertThat(cluster.settle(STARTS_MS)).isLessThan(8_000);
    }

    @Test
    void nothingWorksTwiceWhateverIsAssignedAndCrashesWhen() {
        for (long seed = 0; seed < 60; seed++) {
            SimulatedCluster cluster = running(seed, seed % 3 == 0);
            Random random = new Random(seed);
            for (int i = 0; i < 6; i++) {
                cluster.assign(drawn(random));
                int turns = random.nextInt(400);
                for (int turn = 0; turn < turns; turn++) {
                    cluster.turn();
                }
                if (random.nextInt(3) == 0 && !cluster.workers.isEmpty()) {
                    var any = cluster.workers.get(random.nextInt(cluster.workers.size()));
                    if (any.alive) {
                        cluster.crash(any);
                    }
                }
            }
            cluster.settle(200_000);
        }
    }

    private static Map<Integer, Set<Integer>> drawn(Random random) {
        Map<Integer, Set<Integer>> bySlot = new HashMap<>();
        for (int executor = 0; executor < 6; executor++) {
            bySlot.computeIfAbsent(random.nextInt(5), slot -> new HashSet<>()).add(executor);
        }
        return bySlot;
    }
}
