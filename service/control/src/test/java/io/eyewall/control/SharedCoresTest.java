package io.eyewall.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.TestTopology.Trouble;
import io.eyewall.control.recording.Recorder;
import io.eyewall.engine.Engine;
import io.eyewall.engine.RunningTopology;
import io.eyewall.model.calibration.Recording;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose cores' time is known, by what the engine counts. */
@Timeout(60)
class SharedCoresTest {
    private static final long PAUSE_NS = 20_000_000;

    /** Looks until it has seen that of the cores' times. */
    private static void await(RunningTopology topology, Predicate<List<Double>> expected) {
        Recorder recorder = new Recorder(topology.plan());
        while (true) {
            recorder.add(System.nanoTime(), topology.metrics());
            Recording recording = recorder.recording();
            if (recording.windows().stream().anyMatch(w -> expected.test(w.busyNs()))) {
                assertThat(recording.places()).hasSize(2);
                return;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    @Test
    void aTopologysOwnUntilAnotherComes() {
        try (Engine engine = TestTopology.engine()) {
            RunningTopology first = TestTopology.submit(engine, TestTopology.plan(Trouble.NONE));
            await(first, busy -> busy.stream().allMatch(ns -> ns >= 0));
            RunningTopology second = TestTopology.submit(engine, TestTopology.plan(Trouble.NONE));
            await(first, busy -> busy.stream().anyMatch(ns -> ns < 0));
            await(second, busy -> busy.stream().anyMatch(ns -> ns < 0));
        }
    }
}
