package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.TextCycle;
import io.eyewall.benchmarks.scenario.Work;
import java.util.function.Consumer;

/** The source and split of the word count. */
final class SentenceFeed implements Feed<String> {
    private final TextCycle sentences = new TextCycle(Work.W1);
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);

    @Override
    public void next(Consumer<String> out) {
        cell.increment();
        for (String word : sentences.next().split(" ")) {
            out.accept(word);
        }
    }
}
