package io.eyewall.toolkit.failure;

import com.codahale.metrics.Counter;
import java.util.concurrent.TimeUnit;
import org.apache.storm.task.TopologyContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the records of a task's dead letters and logs the letters: each one until a hundred
 * records were counted, then at most one per second. Used by the task's thread only.
 */
public final class DeadLetterLog {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLog.class);
    private static final int ALWAYS_LOGGED = 100;
    private static final long LOG_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final Counter counter;
    private long recordCount;
    private long loggedNs;

    /**
     * @param name name of the task in log lines
     */
    public DeadLetterLog(String name, TopologyContext context) {
        this.name = name;
        counter = context.registerCounter(DeadLetters.COUNTER);
    }

    /** Counts one dead letter and logs it if the rate limit allows. */
    public void add(String position, String reason) {
        add(position, reason, 1);
    }

    /**
     * Counts a dead letter that may comprise several records, all of which are counted, and logs it
     * if the rate limit allows.
     */
    public void add(String position, String reason, long records) {
        counter.inc(records);
        recordCount += records;
        long nowNs = System.nanoTime();
        if (recordCount <= ALWAYS_LOGGED || nowNs - loggedNs >= LOG_INTERVAL_NS) {
            loggedNs = nowNs;
            LOG.warn("{}: dead letter {} at {}: {}", name, recordCount, position, reason);
        }
    }
}
