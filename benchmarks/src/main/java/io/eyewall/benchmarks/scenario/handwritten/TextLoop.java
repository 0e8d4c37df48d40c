package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;

/** The throughput scenario in one thread. */
final class TextLoop implements Runnable {

    @Override
    public void run() {
        TextSource source = new TextSource();
        TextCounter counter = new TextCounter();
        while (!Scoreboard.stopRequested()) {
            counter.count(source.next());
        }
    }
}
