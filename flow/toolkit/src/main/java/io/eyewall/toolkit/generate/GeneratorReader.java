package io.eyewall.toolkit.generate;

import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.RewindableReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.utils.Time;

/** Generates the messages of one task: every {@code tasks}-th number. */
final class GeneratorReader implements RewindableReader {
    private static final int MAX_PER_POLL = 100;
    private static final double NS_PER_SECOND = 1e9;

    private final Generator.Values values;
    private final double perSecond;
    private final long endNumber;
    private final int task;
    private final int tasks;
    private final String source;
    private final long firstNs = Time.nanoTime();
    private long generated;
    private long nextNumber;

    /**
     * Creates the reader of a task.
     *
     * @param perSecond messages per second of this task; 0 for as fast as possible
     * @param endNumber number of messages of all tasks, after which the source ends
     */
    GeneratorReader(
            Generator.Values values, double perSecond, long endNumber, int task, int tasks) {
        this.values = values;
        this.perSecond = perSecond;
        this.endNumber = endNumber;
        this.task = task;
        this.tasks = tasks;
        source = "generator-" + task;
        nextNumber = task;
    }

    @Override
    public void rewind(Map<String, Long> offsets) {
        Long offset = offsets.get(source);
        long number = offset == null ? task : offset + tasks;
        generated -= Math.min(generated, Math.max(0, (nextNumber - number) / tasks));
        nextNumber = number;
    }

    @Override
    public void release(Map<String, Long> offsets) {
        // Messages are generated from their numbers, so there is nothing to record.
    }

    @Override
    public void open() {
        // There is nothing to connect to.
    }

    /**
     * Returns the messages that are due by now, up to a limit. After a pause more messages are due,
     * so that the average rate stays the same.
     */
    @Override
    public List<Incoming> poll() {
        long due = MAX_PER_POLL;
        if (perSecond > 0) {
            double elapsedNs = (double) Time.nanoTime() - firstNs;
            due = Math.min(due, (long) (elapsedNs * perSecond / NS_PER_SECOND) - generated);
        }
        List<Incoming> messages = new ArrayList<>((int) Math.max(0, due));
        for (; due > 0 && nextNumber < endNumber; due--) {
            messages.add(new Message(new Position(source, nextNumber, 0), values));
            generated++;
            nextNumber += tasks;
        }
        return messages;
    }

    @Override
    public boolean ended() {
        return nextNumber >= endNumber;
    }

    @Override
    public void done(Incoming message) {
        // Messages are generated from their numbers, so there is nothing to record.
    }

    @Override
    public void commit() {
        // Messages are generated from their numbers, so there is nothing to record.
    }

    @Override
    public void close() {
        // There is nothing to disconnect from.
    }

    private record Message(Position position, Generator.Values generated) implements Incoming {
        @Override
        public List<Object> values() {
            return generated.of(position.offset());
        }

        @Override
        public String text() {
            return "number " + position.offset(); // the values may be what cannot be generated
        }
    }
}
