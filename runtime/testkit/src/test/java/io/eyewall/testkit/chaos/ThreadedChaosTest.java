package io.eyewall.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.testkit.TestPlans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs random topologies as {@link SteppedChaosTest} does, but on the engine with its threads,
 * where bolts also block, and user threads run beside the engine's. The seed determines the
 * topology and what is done to it, but not how the threads race. The test advances the clock faster
 * than real time, so that messages time out often.
 */
@Timeout(300)
@Tag("more")
class ThreadedChaosTest {
    private static final int RUNS = 40;
    private static final int ROUNDS = 60;
    private static final int USER_THREADS = 2;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** A clock that one thread advances. */
    private static final class SetClock implements Clock {
        private volatile long nowNs = TimeUnit.SECONDS.toNanos(1);

        @Override
        public long nanoTime() {
            return nowNs;
        }

        @Override
        public long currentTimeMillis() {
            return nowNs / 1_000_000;
        }

        @Override
        public boolean isSetFromOutside() {
            return true;
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread advances it
        void advanceMs(long ms) {
            nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
        }
    }

    /** One run of a topology. */
    private static final class Run implements AutoCloseable {
        private final SplittableRandom random;
        private final boolean rebalances;
        private final Ledger ledger;
        private final SetClock clock = new SetClock();
        private final Engine engine;
        private final RunningTopology topology;
        private final List<Thread> userThreads = new ArrayList<>();
        private final RandomMoves moves;
        private final ChaosTopology chaos;
        private volatile boolean over;

        Run(SplittableRandom random, ChaosTopology chaos, boolean rebalances) {
            this.rebalances = rebalances;
            this.random = random;
            this.ledger = chaos.shared.get();
            this.chaos = chaos;
            ledger.allowLateAnswers();
            this.engine = Engine.start(EngineSettings.from(chaos.conf), clock);
            this.topology =
                    engine.submit(
                            TestPlans.plan(chaos.builder.createTopology(), chaos.conf),
                            SubmitSettings.of(getClass().getClassLoader()));
            this.moves = new RandomMoves((TopologyRuntime) topology, LIMIT);
            for (int i = 0; i < USER_THREADS; i++) {
                Thread thread = new Thread(this::runForeign, "chaos-user-" + i);
                thread.start();
                userThreads.add(thread);
            }
        }

        private void runForeign() {
            while (!over) {
                Runnable code = ledger.nextForeign();
                if (code == null) {
                    LockSupport.parkNanos(50_000);
                } else {
                    code.run();
                }
            }
        }

        void storm() throws InterruptedException {
            for (int round = 0; round < ROUNDS; round++) {
                switch (random.nextInt(15)) {
                    case 0 -> topology.deactivate();
                    case 1, 2 -> topology.activate();
                    case 3, 4, 5 -> clock.advanceMs(random.nextInt(300));
                    case 6 -> clock.advanceMs(random.nextInt(4_000));
                    case 7 -> topology.metrics();
                    case 8 -> topology.setCredentials(Map.of("round", "" + round));
                    case 9, 10 -> rebalance();
                    case 11 -> move();
                    default -> LockSupport.parkNanos(random.nextInt(2_000_000));
                }
            }
        }

        private void rebalance() throws InterruptedException {
            Map<String, Integer> executors = chaos.rebalancing(random);
            if (rebalances
                    && topology.status() != TopologyStatus.STARTING
                    && !executors.isEmpty()) {
                topology.rebalance(executors, LIMIT);
                ledger.did("rebalance");
            }
        }

        private void move() throws InterruptedException {
            if (rebalances && moves.move(random) > 0) {
                ledger.did("move");
            }
        }

        /** Advances time more and more slowly, until messages have the time they need. */
        void calm() {
            ledger.calmDown();
            topology.activate();
            int[] looks = {0};
            until(
                    "every message acked, none stuck",
                    () -> {
                        clock.advanceMs(Math.max(1, 100 - looks[0]++ / 20));
                        return ledger.acked() == chaos.messages() && ledger.allAnswered();
                    });
            until(
                    "nothing under way",
                    () -> {
                        clock.advanceMs(1); // executors hold tuples back until their next tick
                        return topology.isQuiet();
                    });
            ledger.settled();
        }

        private static void until(String what, BooleanSupplier condition) {
            long startNs = System.nanoTime();
            while (!condition.getAsBoolean()) {
                assertThat(System.nanoTime() - startNs)
                        .as("%s; there are %s", what, threads())
                        .isLessThan(LIMIT.toNanos());
                LockSupport.parkNanos(500_000);
            }
        }

        /** Prints the state of all executors, for a failing run. */
        void report() {
            topology.metrics()
                    .executors()
                    .forEach(
                            e ->
                                    System.err.println(
                                            e.executor()
                                                    + " core "
                                                    + e.core()
                                                    + ", dedicated "
                                                    + e.dedicated()
                                                    + ", queued "
                                                    + e.queuedTuples()
                                                    + ", pending "
                                                    + e.pendingMessages()));
            System.err.println(topology.status() + " " + topology.failure());
        }

        void check() {
            assertThat(ledger.violations()).isEmpty();
            assertThat(topology.failure()).isEmpty();
            assertThat(engine.placement().isOff()).as("placement has given up").isFalse();
            assertThat(topology.metrics().executors())
                    .allSatisfy(executor -> assertThat(executor.pendingMessages()).isZero());
        }

        @Override
        public void close() {
            over = true;
            until("the user's threads end", () -> userThreads.stream().noneMatch(Thread::isAlive));
            engine.close();
            until("no thread of the engine is left", () -> threads().isEmpty());
        }

        private static List<String> threads() {
            return Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter(name -> name.startsWith("eyewall-"))
                    .toList();
        }
    }

    private static void run(long seed, boolean rebalances, Map<String, Integer> deeds) {
        SplittableRandom random = new SplittableRandom(seed);
        ChaosTopology chaos = new ChaosTopology(random, true);
        try (Run run = new Run(random, chaos, rebalances)) {
            try {
                run.storm();
                run.calm();
                run.check();
            } catch (Exception | AssertionError e) {
                run.report();
                throw e;
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    ChaosSeeds.describe(ThreadedChaosTest.class, seed, chaos) + chaos.shared.get(),
                    e);
        }
        chaos.shared.get().deeds().forEach((deed, times) -> deeds.merge(deed, times, Integer::sum));
        chaos.forget();
    }

    @Test
    void acksEveryMessageAndLeavesNothing() {
        Map<String, Integer> deeds = new TreeMap<>();
        List<Long> seeds = ChaosSeeds.seeds(RUNS);
        seeds.forEach(seed -> run(seed, true, deeds));
        assertThat(seeds.size() < RUNS || deeds.getOrDefault("rebalance", 0) > RUNS)
                .as("enough of everything happened: %s", deeds)
                .isTrue();
        assertThat(seeds.size() < RUNS || deeds.getOrDefault("emit under a lock", 0) > RUNS)
                .as("enough of everything happened: %s", deeds)
                .isTrue();
    }

    @Test
    void acksEveryMessageAndLeavesNothingWithoutRebalances() {
        Map<String, Integer> deeds = new TreeMap<>();
        ChaosSeeds.seeds(RUNS).forEach(seed -> run(seed, false, deeds));
        assertThat(deeds.getOrDefault("rebalance", 0)).isZero();
    }
}
