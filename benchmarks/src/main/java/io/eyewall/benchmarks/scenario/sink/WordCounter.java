package io.eyewall.benchmarks.scenario.sink;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The count of the word count; created and used by one thread. */
public final class WordCounter implements Consumer<String> {
    private final Map<String, Integer> counts = new HashMap<>();
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.COUNTED);

    /** Registers its counts. */
    public WordCounter() {
        Scoreboard.registerCounts(counts);
    }

    /** Counts one word and publishes the total. */
    @Override
    public void accept(String word) {
        Integer count = counts.get(word);
        counts.put(word, count == null ? 1 : count + 1);
        cell.increment();
    }
}
