package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scoreboard;
import java.util.List;
import java.util.function.Consumer;

/** The word count in two threads: source and split, then batches of words, then the count. */
final class WordPipe {
    private WordPipe() {}

    static RunningSystem create() {
        BatchQueue<String> queue = new BatchQueue<>();
        return new ThreadSystem("pipe", List.of(() -> split(queue), () -> count(queue)));
    }

    private static void split(BatchQueue<String> queue) {
        BatchWriter<String> writer = new BatchWriter<>(queue);
        SentenceSource source = new SentenceSource();
        Idle idle = new Idle();
        while (!Scoreboard.stopRequested()) {
            for (String word : source.next().split(" ")) {
                while (!writer.offer(word)) {
                    idle.pause();
                }
                idle.reset();
            }
        }
        while (!writer.flush()) {
            idle.pause();
        }
        queue.finish();
    }

    private static void count(BatchQueue<String> queue) {
        WordCounter counter = new WordCounter();
        Consumer<String> action = counter::count;
        Idle idle = new Idle();
        while (true) {
            boolean finished = queue.isFinished(); // asked first: a batch may come in between
            if (queue.drain(action)) {
                idle.reset();
            } else if (finished) {
                return;
            } else {
                idle.pause();
            }
        }
    }
}
