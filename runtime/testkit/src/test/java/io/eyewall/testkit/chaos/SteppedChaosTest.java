package io.eyewall.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs random topologies whose bolts misbehave on an engine whose steps and clock are determined by
 * a seed. In the end every message has been acked, and nothing is left in the engine. {@link
 * ChaosDefectsTest} checks that defects would be detected.
 */
@Tag("more")
class SteppedChaosTest {
    private static final int RUNS = 1_000;
    private static final ExecutorService USER = Executors.newSingleThreadExecutor();

    @AfterAll
    static void endThread() {
        USER.shutdownNow();
    }

    private static void run(long seed, Map<String, Integer> deeds) {
        SplittableRandom random = new SplittableRandom(seed);
        ChaosTopology chaos = new ChaosTopology(random, false);
        try (SteppedChaosRun run = new SteppedChaosRun(random, chaos, USER)) {
            run.storm();
            run.calm();
            run.checkMessages();
            run.checkEngine();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    ChaosSeeds.describe(SteppedChaosTest.class, seed, chaos) + chaos.shared.get(),
                    e);
        }
        chaos.shared.get().deeds().forEach((deed, times) -> deeds.merge(deed, times, Integer::sum));
        chaos.forget();
    }

    @Test
    void acksEveryMessageAndLeavesNothing() {
        Map<String, Integer> deeds = new TreeMap<>();
        List<Long> seeds = ChaosSeeds.seeds(RUNS);
        seeds.forEach(seed -> run(seed, deeds));
        assertThat(seeds.size() < RUNS || deeds.values().stream().allMatch(times -> times >= RUNS))
                .as("enough of everything happened: %s", deeds)
                .isTrue();
    }
}
