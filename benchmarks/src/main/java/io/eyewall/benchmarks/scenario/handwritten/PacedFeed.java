package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.PacedTexts;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.Timed;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A source with a rate: sleeps until its next text is due. */
final class PacedFeed implements Feed<Timed> {
    private final PacedTexts texts;
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);

    PacedFeed(Scenario scenario) {
        texts = new PacedTexts(scenario.work(), scenario.parallelism());
    }

    @Override
    public void next(Consumer<Timed> out) {
        long waitNs = texts.waitNs();
        if (waitNs > 0) {
            LockSupport.parkNanos(waitNs);
        }
        if (texts.poll() instanceof Timed timed) {
            cell.increment();
            out.accept(timed);
        }
    }
}
