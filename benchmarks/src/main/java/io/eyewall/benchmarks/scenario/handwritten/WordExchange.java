package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.sink.WordCounter;
import java.util.List;
import java.util.function.Consumer;

/**
 * The word count in two equal threads: each makes and splits sentences, counts the words whose hash
 * is its own, and sends the others to its partner in batches.
 */
final class WordExchange implements Runnable {
    private final int self;
    private final BatchQueue<String> outgoing;
    private final BatchQueue<String> incoming;

    private WordExchange(int self, BatchQueue<String> outgoing, BatchQueue<String> incoming) {
        this.self = self;
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    static RunningSystem create() {
        BatchQueue<String> zeroToOne = new BatchQueue<>();
        BatchQueue<String> oneToZero = new BatchQueue<>();
        return new ThreadSystem(
                "exchange",
                List.of(
                        new WordExchange(0, zeroToOne, oneToZero),
                        new WordExchange(1, oneToZero, zeroToOne)));
    }

    @Override
    public void run() {
        BatchWriter<String> writer = new BatchWriter<>(outgoing);
        SentenceFeed source = new SentenceFeed();
        WordCounter counter = new WordCounter();
        Idle idle = new Idle();
        Consumer<String> out =
                word -> {
                    if (ownerOf(word) == self) {
                        counter.accept(word);
                    } else {
                        send(writer, word, counter, idle);
                    }
                };
        while (!Scoreboard.stopRequested()) {
            source.next(out);
            incoming.drain(counter);
        }
        while (!writer.flush()) {
            drainOrPause(counter, idle);
        }
        outgoing.finish();
        while (true) {
            boolean finished = incoming.isFinished(); // asked first: a batch may come in between
            if (!drainOrPause(counter, idle) && finished) {
                return;
            }
        }
    }

    /** Drains while the partner's queue is full: two threads that only wait would wait for ever. */
    private void send(BatchWriter<String> writer, String word, Consumer<String> action, Idle idle) {
        while (!writer.offer(word)) {
            drainOrPause(action, idle);
        }
    }

    private boolean drainOrPause(Consumer<String> action, Idle idle) {
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
