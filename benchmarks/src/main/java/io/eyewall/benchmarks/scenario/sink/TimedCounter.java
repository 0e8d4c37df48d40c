package io.eyewall.benchmarks.scenario.sink;

import io.eyewall.benchmarks.scenario.LatencyRecorder;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.Timed;
import java.util.function.Consumer;

/** The count of the latency scenario; created and used by one thread. */
public final class TimedCounter implements Consumer<Timed> {
    private final Scoreboard.Cell countedCell = Scoreboard.claim(Role.COUNTED);
    private final Scoreboard.Cell charactersCell = Scoreboard.claim(Role.CHARACTERS);
    private final LatencyRecorder latencies = new LatencyRecorder();

    /** Registers its recorder of latencies. */
    public TimedCounter() {
        Scoreboard.registerLatencies(latencies);
    }

    /** Counts one tuple, records its lateness, and publishes the count. */
    @Override
    public void accept(Timed timed) {
        latencies.record(timed);
        charactersCell.add(timed.text().length());
        countedCell.increment();
    }
}
