package io.eyewall.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.SteppedEngine;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.testkit.CoreSteps;
import io.eyewall.testkit.TestPlans;
import io.eyewall.testkit.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;

/**
 * One run of a random topology on an engine whose steps and clock are determined by a seed: first a
 * {@link #storm}, then {@link #calm}.
 */
final class SteppedChaosRun implements AutoCloseable {
    private static final int ROUNDS = 150;
    private static final int STEP_LIMIT = 2_000_000;
    private static final int LONGEST_SECS = 400;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final SplittableRandom random;
    private final Ledger ledger;
    private final VirtualClock clock = VirtualClock.startingAt(Instant.EPOCH.plusSeconds(1));
    private final SteppedEngine engine;
    private final CoreSteps steps;
    private final TopologyRuntime topology;
    private final RandomMoves moves;
    private final ChaosTopology chaos;
    private final ExecutorService user;

    /**
     * @param user a user thread
     */
    SteppedChaosRun(SplittableRandom random, ChaosTopology chaos, ExecutorService user) {
        this.random = random;
        this.ledger = chaos.shared.get();
        this.chaos = chaos;
        this.user = user;
        this.engine = new SteppedEngine(EngineSettings.from(chaos.conf), clock);
        this.steps = new CoreSteps(engine, clock, random.nextLong(), STEP_LIMIT);
        this.topology =
                engine.submit(
                        TestPlans.plan(chaos.builder.createTopology(), chaos.conf),
                        SubmitSettings.of(getClass().getClassLoader()));
        this.moves = new RandomMoves(topology, LIMIT);
    }

    void storm() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            switch (random.nextInt(20)) {
                case 0 -> topology.deactivate();
                case 1, 2 -> topology.activate();
                case 3, 4, 5 -> clock.advance(Duration.ofMillis(random.nextInt(300)));
                case 6 -> clock.advance(Duration.ofSeconds(random.nextInt(4)));
                case 7, 8 -> runForeign(random.nextInt(5));
                case 9 -> settle();
                case 10 -> topology.feedMetrics();
                case 11 -> topology.setCredentials(Map.of("round", "" + round));
                case 12, 13 -> rebalance();
                case 14 -> starve(random.nextInt(engine.coreCount()));
                case 15, 16 -> move();
                default -> {
                    for (int i = random.nextInt(100); i > 0; i--) {
                        steps.step();
                    }
                }
            }
        }
    }

    private void rebalance() throws InterruptedException {
        Map<String, Integer> executors = chaos.rebalancing(random);
        if (topology.status() != TopologyStatus.STARTING && !executors.isEmpty()) {
            topology.rebalance(executors, LIMIT);
            ledger.did("rebalance");
        }
    }

    private void move() throws InterruptedException {
        if (moves.move(random) > 0) {
            ledger.did("move");
        }
    }

    /** Steps the other cores while one core stands still. */
    private void starve(int core) {
        for (int i = random.nextInt(200); i > 0; i--) {
            int other = random.nextInt(engine.coreCount());
            if (other != core) {
                engine.step(other);
            }
        }
    }

    private void settle() {
        steps.runUntilIdle();
        ledger.settled();
    }

    /** Runs queued code on the user thread, and waits for it. */
    private boolean runForeign(int most) throws Exception {
        int ran = 0;
        Runnable code;
        while (ran < most && (code = ledger.nextForeign()) != null) {
            user.submit(code).get();
            ran++;
        }
        return ran > 0;
    }

    void calm() throws Exception {
        ledger.calmDown();
        topology.activate();
        for (int secs = 0; secs == 0 || (secs < LONGEST_SECS && !isDone()); secs++) {
            steps.advance(Duration.ofSeconds(1));
            while (runForeign(1_000)) {
                steps.runUntilIdle();
            }
            settle();
        }
    }

    private boolean isDone() {
        return ledger.acked() == chaos.messages() && ledger.allAnswered();
    }

    /** Checks what a user may expect, by the ledger. */
    void checkMessages() {
        assertThat(ledger.violations()).isEmpty();
        assertThat(ledger.acked()).as("messages acked").isEqualTo(chaos.messages());
        assertThat(ledger.allAnswered()).as("no message stuck").isTrue();
    }

    /** Checks that nothing is left in the engine. */
    void checkEngine() {
        assertThat(topology.failure()).isEmpty();
        assertThat(topology.isQuiet()).as("nothing under way").isTrue();
        assertThat(topology.metrics().executors())
                .allSatisfy(
                        executor -> {
                            assertThat(executor.pendingMessages()).isZero();
                            assertThat(executor.queuedTuples()).isZero();
                        });
    }

    @Override
    public void close() {
        engine.close();
    }
}
