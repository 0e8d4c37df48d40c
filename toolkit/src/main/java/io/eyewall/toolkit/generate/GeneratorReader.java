package io.eyewall.toolkit.generate;

import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.utils.Time;

/** The messages of one task: every {@code tasks}-th. */
final class GeneratorReader implements SourceReader {
    private static final int AT_ONCE = 100;
    private static final double NS_PER_SECOND = 1e9;

    private final Generator.Values values;
    private final double perSecond;
    private final long end;
    private final int tasks;
    private final String source;
    private final long firstNs = Time.nanoTime();
    private long made;
    private long next;

    /**
     * @param perSecond of this task; 0 for as fast as can be
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

    /** What is due by now: after a pause more at once, so that the rate is kept over time. */
    @Override
    public List<Incoming> poll() {
        long due = AT_ONCE;
        if (perSecond > 0) {
            double elapsedNs = (double) Time.nanoTime() - firstNs;
            due = Math.min(due, (long) (elapsedNs * perSecond / NS_PER_SECOND) - made);
        }
        List<Incoming> messages = new ArrayList<>();
        for (; due > 0 && next < end; due--) {
            messages.add(new Message(new Position(source, next, 0), values));
            made++;
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
        // Nobody keeps it.
    }

    @Override
    public void commit() {
        // Nobody keeps it.
    }

    @Override
    public void close() {
        // There is nothing to disconnect from.
    }

    private record Message(Position position, Generator.Values made) implements Incoming {
        @Override
        public List<Object> values() {
            return made.of(position.offset());
        }

        @Override
        public String text() {
            return "number " + position.offset(); // its values may be what can't be made
        }
    }
}
