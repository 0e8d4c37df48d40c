package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.TextCycle;
import io.eyewall.benchmarks.scenario.Work;
import java.util.function.Consumer;

/** The source of the rolling sort. */
final class DigitFeed implements Feed<String> {
    private final TextCycle texts = new TextCycle(Work.W2);
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);

    @Override
    public void next(Consumer<String> out) {
        cell.increment();
        out.accept(texts.next());
    }
}
