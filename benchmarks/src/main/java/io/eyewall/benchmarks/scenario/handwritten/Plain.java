package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scoreboard;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A work as a feed and a sink, in one thread or in two.
 *
 * @param feed makes the one half, in the thread that will use it
 * @param sink makes the other half, in the thread that will use it
 */
record Plain<T>(Supplier<Feed<T>> feed, Supplier<Consumer<T>> sink) {

    /** So many threads, each of which does everything. */
    RunningSystem loops(int threads) {
        List<Runnable> loops = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            loops.add(() -> loop(feed.get(), sink.get()));
        }
        return new ThreadSystem("loop", loops);
    }

    /** Two threads: the feed, then batches in a queue, then the sink. */
    RunningSystem pipe() {
        BatchQueue<T> queue = new BatchQueue<>();
        return new ThreadSystem(
                "pipe", List.of(() -> send(feed.get(), queue), () -> receive(queue, sink.get())));
    }

    private static <T> void loop(Feed<T> feed, Consumer<T> sink) {
        while (!Scoreboard.stopRequested()) {
            feed.next(sink);
        }
    }

    private static <T> void send(Feed<T> feed, BatchQueue<T> queue) {
        BatchWriter<T> writer = new BatchWriter<>(queue);
        Idle idle = new Idle();
        Consumer<T> out =
                item -> {
                    while (!writer.offer(item)) {
                        idle.pause();
                    }
                    idle.reset();
                };
        loop(feed, out);
        while (!writer.flush()) {
            idle.pause();
        }
        queue.finish();
    }

    private static <T> void receive(BatchQueue<T> queue, Consumer<T> sink) {
        Idle idle = new Idle();
        while (true) {
            boolean finished = queue.isFinished(); // asked first: a batch may come in between
            if (queue.drain(sink)) {
                idle.reset();
            } else if (finished) {
                return;
            } else {
                idle.pause();
            }
        }
    }
}
