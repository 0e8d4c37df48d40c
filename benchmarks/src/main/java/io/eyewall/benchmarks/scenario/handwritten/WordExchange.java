package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.sink.WordCounter;
import java.util.List;
import java.util.function.Consumer;

/**
 * The word count in two equal threads. Each thread creates and splits sentences, counts the words
 * whose hash is assigned to it, and sends the other words to its partner in batches. The form of
 * the words determines which cost is measured.
 */
final class WordExchange<T> implements Runnable {
    private final int self;
    private final WordForm<T> form;
    private final BatchQueue<T> outgoing;
    private final BatchQueue<T> incoming;

    private WordExchange(
            int self, WordForm<T> form, BatchQueue<T> outgoing, BatchQueue<T> incoming) {
        this.self = self;
        this.form = form;
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    static <T> RunningSystem create(WordForm<T> form) {
        BatchQueue<T> zeroToOne = new BatchQueue<>();
        BatchQueue<T> oneToZero = new BatchQueue<>();
        return new ThreadSystem(
                "exchange",
                List.of(
                        new WordExchange<>(0, form, zeroToOne, oneToZero),
                        new WordExchange<>(1, form, oneToZero, zeroToOne)));
    }

    @Override
    public void run() {
        BatchWriter<T> writer = new BatchWriter<>(outgoing);
        SentenceFeed source = new SentenceFeed();
        WordCounter counter = new WordCounter();
        Consumer<T> count = item -> counter.accept(form.word(item));
        Idle idle = new Idle();
        Consumer<String> out =
                word -> {
                    T item = form.of(word);
                    if (ownerOf(word) == self) {
                        count.accept(item);
                    } else {
                        send(writer, item, count, idle);
                    }
                };
        while (!Scoreboard.stopRequested()) {
            source.next(out);
            incoming.drain(count);
        }
        while (!writer.flush()) {
            drainOrPause(count, idle);
        }
        outgoing.finish();
        while (true) {
            boolean finished = incoming.isFinished(); // before draining, which may miss a batch
            if (!drainOrPause(count, idle) && finished) {
                return;
            }
        }
    }

    /**
     * Sends an item, and drains the incoming queue while the partner's queue is full; if both
     * threads only waited, they would deadlock.
     */
    private void send(BatchWriter<T> writer, T item, Consumer<T> action, Idle idle) {
        while (!writer.offer(item)) {
            drainOrPause(action, idle);
        }
    }

    private boolean drainOrPause(Consumer<T> action, Idle idle) {
        boolean drained = incoming.drain(action);
        if (drained) {
            idle.reset();
        } else {
            idle.pause();
        }
        return drained;
    }

    private static int ownerOf(String word) {
        int hash = word.hashCode();
        return (hash ^ (hash >>> 16)) & 1;
    }
}
