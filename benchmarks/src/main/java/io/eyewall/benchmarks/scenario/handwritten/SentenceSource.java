package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.Sentences;

/** The sentences in an endless cycle; created and used by one thread. */
final class SentenceSource {
    private final String[] sentences = Sentences.create();
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);
    private int next;

    /** Returns the next sentence and publishes that it was emitted. */
    String next() {
        String sentence = sentences[next];
        next++;
        if (next == sentences.length) {
            next = 0;
        }
        cell.increment();
        return sentence;
    }
}
