package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.HashMap;
import java.util.Map;

/** The counting end of the word count; created and used by one thread. */
final class WordCounter {
    private final Map<String, Integer> counts = new HashMap<>();
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.COUNTED);

    WordCounter() {
        Scoreboard.registerCounts(counts);
    }

    /** Counts one word and publishes how many there were. */
    void count(String word) {
        Integer count = counts.get(word);
        counts.put(word, count == null ? 1 : count + 1);
        cell.increment();
    }
}
