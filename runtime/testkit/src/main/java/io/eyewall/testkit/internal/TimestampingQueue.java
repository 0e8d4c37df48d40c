package io.eyewall.testkit.internal;

import io.eyewall.engine.core.Clock;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import org.apache.storm.windowing.Event;
import org.apache.storm.windowing.EventImpl;

/**
 * The queue of Storm's window manager, with tuples stamped by the engine's clock instead of the
 * machine's.
 *
 * @param <T> elements of the window
 */
final class TimestampingQueue<T> extends AbstractCollection<Event<T>> {
    private static final PrivateField<Long> TIMESTAMP_MS =
            PrivateField.find(EventImpl.class, "ts", Long.class);

    private final Collection<Event<T>> queue;
    private final Clock clock;

    TimestampingQueue(Collection<Event<T>> queue, Clock clock) {
        this.queue = queue;
        this.clock = clock;
    }

    @Override
    public boolean add(Event<T> event) {
        TIMESTAMP_MS.set(event, clock.currentTimeMillis());
        return queue.add(event);
    }

    @Override
    public Iterator<Event<T>> iterator() {
        return queue.iterator();
    }

    @Override
    public int size() {
        return queue.size();
    }
}
