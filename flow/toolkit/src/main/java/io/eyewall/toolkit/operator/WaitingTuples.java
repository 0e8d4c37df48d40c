package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.time.ProcessingTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * A queue of tuples that wait in a bolt for an unlimited time. It keeps them from timing out,
 * because their replays would queue up as well. Used by the task's thread only.
 */
final class WaitingTuples {
    private final Deque<Tuple> tuples = new ArrayDeque<>();
    private final OutputCollector collector;

    /** A part of the message timeout, so that no tuple times out between two resets. */
    private final long resetIntervalMs;

    /** The time at which the tuples' timeouts were last reset. */
    private long resetMs = ProcessingTime.nowMs();

    WaitingTuples(Map<String, Object> conf, OutputCollector collector) {
        this.collector = collector;
        resetIntervalMs = MessageTimeout.ms(conf) / 3;
    }

    /** Returns the tuples, the one that has waited longest first. */
    Collection<Tuple> all() {
        return tuples;
    }

    void clear() {
        tuples.clear();
    }

    void add(Tuple tuple) {
        tuples.add(tuple);
    }

    boolean isEmpty() {
        return tuples.isEmpty();
    }

    int size() {
        return tuples.size();
    }

    /** Removes and returns the tuple that has waited longest. */
    Tuple remove() {
        return tuples.remove();
    }

    /** Resets the tuples' timeouts if that is due; to be called once per second. */
    void resetTimeouts() {
        long nowMs = ProcessingTime.nowMs();
        if (nowMs - resetMs >= resetIntervalMs) {
            resetMs = nowMs;
            tuples.forEach(collector::resetTimeout);
        }
    }
}
