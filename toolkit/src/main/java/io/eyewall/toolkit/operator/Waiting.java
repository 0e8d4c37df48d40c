package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.time.ProcessingTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * Tuples that wait in a bolt for as long as it takes, and so are kept from timing out: they would
 * come again and again, and wait here as often. For the task's thread.
 */
final class Waiting {
    private final Deque<Tuple> tuples = new ArrayDeque<>();
    private final OutputCollector collector;
    private final long everyMs;
    private long keptMs = ProcessingTime.nowMs();

    Waiting(Map<String, Object> conf, OutputCollector collector) {
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

    /** The one that has waited longest, which waits no more. */
    Tuple remove() {
        return tuples.remove();
    }

    /** To be called each second. */
    void keep() {
        long nowMs = ProcessingTime.nowMs();
        if (nowMs - keptMs >= everyMs) {
            keptMs = nowMs;
            tuples.forEach(collector::resetTimeout);
        }
    }
}
