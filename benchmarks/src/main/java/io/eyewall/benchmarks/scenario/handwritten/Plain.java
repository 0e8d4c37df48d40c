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
 * @param feed creates the feed in the thread that will use it
 * @param sink creates the sink in the thread that will use it
 */
record Plain<T>(Supplier<Feed<T>> feed, Supplier<Consumer<T>> sink) {

    /** Returns a system of {@code threads} threads, each of which runs the whole work. */
    RunningSystem loops(int threads) {
        List<Runnable> loops = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            loops.add(() -> loop(feed.get(), sink.get()));
        }
        return new ThreadSystem("loop", loops);
    }

    /**
     * Returns a system of two threads: the feed's thread sends batches through a queue to the
     * sink's thread.
     */
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
            boolean finished = queue.isFinished(); // before draining, which may miss a batch
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
