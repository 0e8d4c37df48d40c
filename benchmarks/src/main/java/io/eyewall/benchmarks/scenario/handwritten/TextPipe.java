package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scoreboard;
import java.util.List;
import java.util.function.Consumer;

/** The throughput scenario in two threads: source and identity, then batches, then the count. */
final class TextPipe {
    private TextPipe() {}

    static RunningSystem create() {
        BatchQueue<Message> queue = new BatchQueue<>();
        return new ThreadSystem("pipe", List.of(() -> make(queue), () -> count(queue)));
    }

    private static void make(BatchQueue<Message> queue) {
        BatchWriter<Message> writer = new BatchWriter<>(queue);
        TextSource source = new TextSource();
        Idle idle = new Idle();
        while (!Scoreboard.stopRequested()) {
            Message message = source.next();
            while (!writer.offer(message)) {
                idle.pause();
            }
            idle.reset();
        }
        while (!writer.flush()) {
            idle.pause();
        }
        queue.finish();
    }

    private static void count(BatchQueue<Message> queue) {
        TextCounter counter = new TextCounter();
        Consumer<Message> action = counter::count;
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
