package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;

/** The word count in one thread. */
final class WordLoop implements Runnable {

    @Override
    public void run() {
        SentenceSource source = new SentenceSource();
        WordCounter counter = new WordCounter();
        while (!Scoreboard.stopRequested()) {
            for (String word : source.next().split(" ")) {
                counter.count(word);
            }
        }
    }
}
