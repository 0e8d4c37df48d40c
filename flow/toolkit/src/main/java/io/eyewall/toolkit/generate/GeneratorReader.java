package io.eyewall.toolkit.generate;

import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.utils.Time;

/** Generates the messages of one task: every {@code tasks}-th number. */
final class GeneratorReader implements SourceReader {
    private static final int MAX_MESSAGES = 100;
    private static final double NS_PER_SECOND = 1e9;

    private final Generator.Values values;
    private final double perSecond;
    private final long end;
    private final int tasks;
    private final String source;
    private final long firstNs = Time.nanoTime();
    private long generated;
    private long next;

    /**
     * Creates the reader of a task.
     *
     * @param perSecond messages per second of this task; 0 for as fast as possible
     */
    GeneratorReader(Generator.Values values, double perSecond, long end, int task, int tasks) {
        this.values = values;
        this.perSecond = perSecond;
        this.end = end;
        this.tasks = tasks;
        source = "generator-" + task;
        next = task;
    }

    @Override
    public void open() {
        // There is nothing to connect to.
    }

    /**
     * Returns the messages that are due by now. After a pause this returns more of them, so that
     * the average rate is kept.
     */
    @Override
    public List<Incoming> poll() {
        long due = MAX_MESSAGES;
        if (perSecond > 0) {
            double elapsedNs = (double) Time.nanoTime() - firstNs;
            due = Math.min(due, (long) (elapsedNs * perSecond / NS_PER_SECOND) - generated);
        }
        List<Incoming> messages = new ArrayList<>();
        for (; due > 0 && next < end; due--) {
            messages.add(new Message(new Position(source, next, 0), values));
            generated++;
            next += tasks;
        }
        return messages;
    }

    @Override
    public boolean ended() {
        return next >= end;
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
