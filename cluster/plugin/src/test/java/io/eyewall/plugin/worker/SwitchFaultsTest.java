package io.eyewall.plugin.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Somebody fails in each step of a re-assignment, in a {@link SimulatedCluster}, which itself looks
 * that nothing works twice. The worker in slot 0 leaves, the one in slot 1 takes over from it,
 * those in slots 2 and 4 stay.
 */
@Tag("more")
class SwitchFaultsTest {
    private static final int SEEDS = 20;
    private static final long STARTS_MS = 20_000;

    /** Within which a death is known to supervisors, and to workers. */
    private static final long NOTICED_MS = 4_000;

    private static final Map<Integer, Set<Integer>> FIRST =
            Map.of(0, Set.of(0, 3), 2, Set.of(1, 4), 4, Set.of(2, 5));
    private static final Map<Integer, Set<Integer>> SECOND =
            Map.of(1, Set.of(0, 3), 2, Set.of(1, 4), 4, Set.of(2, 5));

    private static SimulatedCluster running(long seed) {
        SimulatedCluster cluster = new SimulatedCluster(seed, seed % 2 == 0);
        cluster.assign(FIRST);
        cluster.settle(STARTS_MS);
        return cluster;
    }

    private static void turnUntil(SimulatedCluster cluster, Predicate<SimulatedCluster> wanted) {
        for (int i = 0; i < 10_000; i++) {
            if (wanted.test(cluster)) {
                return;
            }
            cluster.turn();
        }
        throw new AssertionError(cluster.describe());
    }

    private static boolean isAt(SimulatedCluster cluster, int slot, Stage stage) {
        return cluster.workers.stream()
                .filter(worker -> worker.place.equals(SimulatedCluster.slot(slot)))
                .anyMatch(
                        worker ->
                                worker.orders != null
                                        && worker.orders.version() == cluster.version()
                                        && worker.orders.stage().compareTo(stage) >= 0);
    }

    private static boolean hasEnded(SimulatedCluster cluster, int slot) {
        return cluster.maybeAt(slot).filter(worker -> worker.alive).isEmpty();
    }

    /** The longest time for which a member rests from now on, until all is settled. */
    private static long restsMs(SimulatedCluster cluster, long limitMs) {
        Map<SimulatedCluster.Worker, Long> sinceMs = new HashMap<>();
        long longestMs = 0;
        for (long endMs = cluster.nowMs + limitMs; !cluster.isSettled(); ) {
            cluster.turn();
            for (SimulatedCluster.Worker worker : cluster.workers) {
                if (worker.rests()) {
                    long since = sinceMs.computeIfAbsent(worker, each -> cluster.nowMs);
                    longestMs = Math.max(longestMs, cluster.nowMs - since);
                } else {
                    sinceMs.remove(worker);
                }
            }
            assertThat(cluster.nowMs).as(cluster.describe()).isLessThan(endMs);
        }
        return longestMs;
    }

    @ParameterizedTest
    @CsvSource({
        "0, SEEN",
        "0, READY",
        "0, DRAINED",
        "0, QUIET",
        "1, SEEN",
        "1, DRAINED",
        "1, QUIET",
        "1, SWITCHED",
        "1, ACTIVE",
        "2, SEEN",
        "2, READY",
        "2, DRAINED",
        "2, QUIET",
        "2, SWITCHED",
        "2, ACTIVE"
    })
    void aWorkerThatDiesInSomeStepHoldsNobodyUpUntilItIsStartedAgain(int slot, Stage stage) {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            cluster.assign(SECOND);
            turnUntil(cluster, now -> isAt(now, slot, stage));
            if (hasEnded(cluster, slot)) {
                continue;
            }
            cluster.crash(cluster.at(slot));
            cluster.startTakesMs = 9_000; // of whoever takes its place
            assertThat(restsMs(cluster, 30_000))
                    .as("seed %d %s", seed, cluster.describe())
                    .isLessThan(NOTICED_MS);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, SEEN", "0, QUIET", "1, SEEN", "1, QUIET", "2, READY", "2, QUIET"})
    void withoutItsSupervisorADeadWorkerHoldsOthersUpForTheLimitAtMost(int slot, Stage stage) {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            cluster.assign(SECOND);
            turnUntil(cluster, now -> isAt(now, slot, stage));
            if (hasEnded(cluster, slot)) {
                continue;
            }
            String node = SimulatedCluster.slot(slot).node();
            cluster.killSupervisor(node);
            cluster.crash(cluster.at(slot));
            for (int i = 0; i < 1_500; i++) { // 30 s: its session has ended
                cluster.turn();
            }
            assertThat(cluster.anyPaused()).as(cluster.describe()).isFalse();
            cluster.startSupervisor(node);
            cluster.settle(STARTS_MS + NOTICED_MS);
        }
    }

    @ParameterizedTest
    @CsvSource({"SEEN", "READY", "DRAINED", "QUIET"})
    void supervisorsThatAreStartedAgainChangeNothing(Stage stage) {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            cluster.assign(SECOND);
            turnUntil(cluster, now -> isAt(now, 0, stage));
            for (int slot : List.of(0, 2, 4)) {
                cluster.killSupervisor(SimulatedCluster.slot(slot).node());
            }
            for (int i = 0; i < 100; i++) {
                cluster.turn();
            }
            for (int slot : List.of(0, 2, 4)) {
                cluster.startSupervisor(SimulatedCluster.slot(slot).node());
            }
            assertThat(restsMs(cluster, 30_000)).isLessThan(NOTICED_MS);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, READY",
        "0, DRAINED",
        "0, QUIET",
        "1, READY",
        "1, DRAINED",
        "1, QUIET",
        "1, SWITCHED",
        "2, READY",
        "2, DRAINED",
        "2, QUIET",
        "2, SWITCHED"
    })
    void movedBackInSomeStepNothingWorksTwice(int slot, Stage stage) {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            cluster.assign(SECOND);
            turnUntil(cluster, now -> isAt(now, slot, stage));
            cluster.assign(FIRST);
            for (int i = 0; i < seed; i++) {
                cluster.turn();
            }
            cluster.assign(seed % 3 == 0 ? SECOND : FIRST);
            cluster.settle(150_000);
        }
    }

    /** The one that is moved back would wait for its rest's limit, the other for a longer one. */
    @Test
    void whoHasHandedOverAndIsMovedBackWaitsUntilTheOtherHasEnded() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            cluster.assign(SECOND);
            turnUntil(cluster, now -> isAt(now, 1, Stage.ACTIVE));
            if (hasEnded(cluster, 0)) {
                continue;
            }
            cluster.assign(FIRST);
            cluster.neverDrained = true; // so that limits alone are left
            for (int i = 0; i < 1_000; i++) {
                cluster.turn();
            }
            cluster.heal();
            cluster.settle(150_000);
        }
    }

    @Test
    void aNoteThatIsHiddenByAnOlderOneOfALaterClockDelaysUntilThatExpires() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            cluster.losesNotes = true;
            cluster.setBackClock(SimulatedCluster.slot(2).node());
            cluster.crash(cluster.at(2));
            cluster.settle(SimulatedCluster.SESSION_MS + STARTS_MS);
            cluster.heal();
            cluster.assign(SECOND);
            cluster.settle(SimulatedCluster.SESSION_MS + STARTS_MS);
        }
    }

    @Test
    void whoIsCutOffFromZooKeeperWhileAllRestHoldsOthersUpForTheLimitAtMost() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            cluster.assign(SECOND);
            turnUntil(cluster, SimulatedCluster::anyPaused);
            cluster.at((int) (seed % 3) * 2).cutOff = true;
            long beganMs = cluster.nowMs;
            while (cluster.workers.stream().anyMatch(w -> w.rests() && !w.cutOff)) {
                cluster.turn();
                assertThat(cluster.nowMs - beganMs).as(cluster.describe()).isLessThan(11_000);
            }
            cluster.heal();
            cluster.settle(150_000);
        }
    }

    /** It works on by what it read before, as on Storm, and no note of it is there any more. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aWorkerWhoseSessionHasEndedIsReplacedAndEndsOnceItReadsTheBoardAgain(boolean frozen) {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            SimulatedCluster.Worker silent = cluster.at(0);
            silent.frozen = frozen;
            silent.cutOff = !frozen;
            cluster.assign(SECOND);
            turnUntil(cluster, now -> isAt(now, 1, Stage.ACTIVE));
            assertThat(silent.works(0)).as(cluster.describe()).isTrue();
            cluster.heal();
            cluster.settle(NOTICED_MS);
            assertThat(silent.alive).as(cluster.describe()).isFalse();
        }
    }

    /** Slot 0 is moved back, is left out again, or has other executors. */
    @ParameterizedTest
    @CsvSource({"FIRST", "SECOND", "THIRD"})
    void aWorkerThatReadsTheBoardAgainDoesNotWorkBesideWhoHasReplacedIt(String next) {
        Map<Integer, Set<Integer>> third =
                Map.of(0, Set.of(0), 1, Set.of(3), 2, Set.of(1, 4), 4, Set.of(2, 5));
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            SimulatedCluster.Worker silent = cluster.at(0);
            silent.cutOff = true;
            cluster.assign(SECOND);
            turnUntil(cluster, now -> isAt(now, 1, Stage.ACTIVE));
            cluster.assign(
                    switch (next) {
                        case "FIRST" -> FIRST;
                        case "SECOND" -> SECOND;
                        default -> third;
                    });
            cluster.heal();
            turnUntil(cluster, now -> !silent.unknown);
            assertThat(silent.works(0)).as(cluster.describe()).isFalse();
            cluster.settle(150_000);
        }
    }

    /** The next version gives nothing of it away, so there is no need that it rests. */
    @Test
    void aMemberWhoseSessionHasEndedWorksOnIfNobodyCanHaveWhatItHas() {
        Map<Integer, Set<Integer>> next = Map.of(0, Set.of(0, 3), 2, Set.of(1, 4), 3, Set.of(2, 5));
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedCluster cluster = running(seed);
            SimulatedCluster.Worker silent = cluster.at(0);
            silent.cutOff = true;
            for (int i = 0; i < 1_500; i++) { // 30 s: its session has ended
                cluster.turn();
            }
            cluster.assign(next);
            cluster.heal();
            turnUntil(cluster, now -> !silent.unknown);
            assertThat(silent.works(0)).as(cluster.describe()).isTrue();
            assertThat(restsMs(cluster, STARTS_MS)).isLessThan(NOTICED_MS);
            assertThat(silent.works(0)).as(cluster.describe()).isTrue();
        }
    }

    /** The order of a map that is given doesn't count, which differs from one JVM to the next. */
    @Test
    void aSeedRepeatsItsRun() {
        List<String> runs =
                Stream.of(List.of(0, 2, 4), List.of(4, 0, 2))
                        .map(
                                slots -> {
                                    Map<Integer, Set<Integer>> bySlot = new LinkedHashMap<>();
                                    slots.forEach(slot -> bySlot.put(slot, Set.of(slot)));
                                    SimulatedCluster cluster = new SimulatedCluster(7, false);
                                    cluster.assign(bySlot);
                                    cluster.settle(STARTS_MS);
                                    return cluster.nowMs + cluster.describe();
                                })
                        .toList();
        assertThat(runs.get(1)).isEqualTo(runs.get(0));
    }

    /** What happens, to whom, and how many turns pass until the next. */
    private record Step(Event event, int which, int turns) {}

    private enum Event {
        ASSIGN,
        ASSIGN_AGAIN,
        CRASH,
        FREEZE,
        CUT_OFF,
        KILL_SUPERVISOR,
        LOSE_NOTES,
        SET_BACK_CLOCK,
        START_SLOWLY,
        HEAL
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(Event.class),
                        Arbitraries.integers().between(0, 999),
                        Arbitraries.integers().between(0, 300))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }

    @Property(tries = 60)
    void nothingWorksTwiceAndAllSettlesWhateverHappens(
            @ForAll("steps") List<Step> steps, @ForAll long seed) {
        SimulatedCluster cluster = running(seed);
        for (Step step : steps) {
            happen(cluster, step);
            for (int i = 0; i < step.turns(); i++) {
                cluster.turn();
            }
        }
        cluster.heal();
        cluster.settle(250_000);
    }

    private static void happen(SimulatedCluster cluster, Step step) {
        switch (step.event()) {
            case ASSIGN -> cluster.assign(drawn(new Random(step.which())));
            case ASSIGN_AGAIN -> cluster.assign(step.which() % 2 == 0 ? FIRST : SECOND);
            case KILL_SUPERVISOR -> cluster.killSupervisor(node(step));
            case SET_BACK_CLOCK -> cluster.setBackClock(node(step));
            case LOSE_NOTES -> cluster.losesNotes = true;
            case START_SLOWLY -> cluster.startTakesMs = 80_000; // more than the limit for new ones
            case HEAL -> cluster.heal();
            case CRASH, FREEZE, CUT_OFF -> {
                List<SimulatedCluster.Worker> alive =
                        cluster.workers.stream().filter(worker -> worker.alive).toList();
                if (!alive.isEmpty()) {
                    SimulatedCluster.Worker worker = alive.get(step.which() % alive.size());
                    if (step.event() == Event.CRASH) {
                        cluster.crash(worker);
                    } else if (step.event() == Event.FREEZE) {
                        worker.frozen = true;
                    } else {
                        worker.cutOff = true;
                    }
                }
            }
        }
    }

    private static String node(Step step) {
        return SimulatedCluster.slot(step.which() % 6).node();
    }

    private static Map<Integer, Set<Integer>> drawn(Random random) {
        Map<Integer, Set<Integer>> bySlot = new HashMap<>();
        for (int executor = 0; executor < 6; executor++) {
            bySlot.computeIfAbsent(random.nextInt(5), slot -> new HashSet<>()).add(executor);
        }
        return bySlot;
    }
}
