package io.eyewall.toolkit.failure;

import com.codahale.metrics.Counter;
import java.util.concurrent.TimeUnit;
import org.apache.storm.task.TopologyContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts a task's dead letters, and logs them: the first hundred, then one a second. For the task's
 * thread.
 */
public final class DeadLetterLog {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);
    private static final int LOGGED = 100;
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final Counter counter;
    private long count;
    private long loggedNs;

    /**
     * @param name of the task, for people
     */
    public DeadLetterLog(String name, TopologyContext context) {
        this.name = name;
        counter = context.registerCounter(DeadLetters.COUNTER);
    }

    /** One more. */
    public void add(String position, String reason) {
        add(position, reason, 1);
    }

    /** One more, which may be of several records: all are counted. */
    public void add(String position, String reason, long records) {
        counter.inc(records);
        count += records;
        long nowNs = System.nanoTime();
        if (count <= LOGGED || nowNs - loggedNs >= PAUSE_NS) {
            loggedNs = nowNs;
            LOG.warn("{}: dead letter {} at {}: {}", name, count, position, reason);
        }
    }
}
