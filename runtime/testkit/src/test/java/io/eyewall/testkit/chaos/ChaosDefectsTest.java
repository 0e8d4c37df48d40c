package io.eyewall.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that chaos runs detect defects: an engine with any one defect does not pass. */
@Tag("more")
class ChaosDefectsTest {
    private static final int RUNS = 20;
    private static final ExecutorService USER = Executors.newSingleThreadExecutor();

    @AfterAll
    static void endThread() {
        USER.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void detectsADefect(Defect defect) {
        int noticed = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            String complaints = complaints(seed, defect);
            noticed += complaints.contains(defect.complaint()) ? 1 : 0;
        }
        assertThat(noticed).as("runs of %d that say why", RUNS).isGreaterThan(1);
    }

    /** Returns the complaints of a run with a defect; empty if the run detected nothing. */
    private static String complaints(long seed, Defect defect) {
        SplittableRandom random = new SplittableRandom(seed);
        ChaosTopology chaos = new ChaosTopology(random, false, defect);
        try (SteppedChaosRun run = new SteppedChaosRun(random, chaos, USER)) {
            run.storm();
            run.calm();
            run.checkMessages();
            return "";
        } catch (Exception | AssertionError e) {
            return e + " " + chaos.shared.get().violations();
        } finally {
            chaos.forget();
        }
    }

    @Test
    void detectsLeftoversInTheEngine() throws Exception {
        int noticed = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ChaosTopology chaos = new ChaosTopology(random, false);
            try (SteppedChaosRun run = new SteppedChaosRun(random, chaos, USER)) {
                run.storm();
                Throwable complaint = catchThrowable(run::checkEngine);
                noticed += complaint instanceof AssertionError ? 1 : 0;
            }
            chaos.forget();
        }
        assertThat(noticed).as("runs of %d that are not over", RUNS).isGreaterThan(1);
    }
}
