package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.time.ProcessingTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * A queue of tuples that wait in a bolt for an unlimited time. It keeps them from timing out, as
 * their replays would otherwise queue up here as well. Used by the task's thread only.
 */
final class WaitingTuples {
    private final Deque<Tuple> tuples = new ArrayDeque<>();
    private final OutputCollector collector;
    private final long everyMs;
    private long keptMs = ProcessingTime.nowMs();

    WaitingTuples(Map<String, Object> conf, OutputCollector collector) {
        this.collector = collector;
        everyMs = MessageTimeout.ms(conf) / 3;
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
        if (nowMs - keptMs >= everyMs) {
            keptMs = nowMs;
            tuples.forEach(collector::resetTimeout);
        }
    }
}
