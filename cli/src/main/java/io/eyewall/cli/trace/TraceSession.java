package io.eyewall.cli.trace;

import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceFollower;
import io.eyewall.engine.trace.TraceLease;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/**
 * Makes a topology trace messages while the session is open, and reads the traces. If this process
 * is killed, the topology stops tracing within seconds, as the lease is no longer renewed.
 */
final class TraceSession implements AutoCloseable {
    /** For {@link #next}: waits without a time limit. */
    static final int NO_LIMIT = Integer.MAX_VALUE;

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final long RENEWAL_INTERVAL_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long POLL_INTERVAL_MS = 200;
    private static final int MAX_PATIENCE_SECS = 60;

    /** A time after which the follower regards all traces as settled. */
    private static final long FAR_FUTURE_MICROS = Long.MAX_VALUE / 2;

    private final RemoteTopology topology;
    private final TraceFollower follower;
    private final String holder;
    private final int every;
    private final long beginNs = System.nanoTime();
    private long lastLeaseNs;
    private boolean ended;

    private TraceSession(RemoteTopology topology, int every, Duration patience) {
        this.topology = topology;
        this.every = every;
        this.holder = "eyewall-trace-" + ProcessHandle.current().pid() + "-" + beginNs;
        this.follower = new TraceFollower(topology.traces()::report, patience);
    }

    /** Starts a session that traces one of every {@code every} messages. */
    static TraceSession begin(RemoteTopology topology, int every) {
        Object timeout = topology.plan().conf().get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS);
        int secs = Math.min(MAX_PATIENCE_SECS, 2 * ObjectReader.getInt(timeout, 30));
        TraceSession session = new TraceSession(topology, every, Duration.ofSeconds(secs));
        session.follower.skipPast();
        session.lease();
        return session;
    }

    private void lease() {
        topology.traces().lease(new TraceLease(holder, every, LEASE));
        lastLeaseNs = System.nanoTime();
    }

    /**
     * Waits for traces that have settled.
     *
     * @param secs the limit in seconds since the session began; then incomplete traces are
     *     returned, too
     * @return the next traces; empty if there are no more
     * @throws IllegalStateException if the topology is over
     */
    List<Trace> next(int secs) throws InterruptedException {
        while (!ended) {
            if (System.nanoTime() - lastLeaseNs > RENEWAL_INTERVAL_NS) {
                lease();
            }
            ended = System.nanoTime() - beginNs > TimeUnit.SECONDS.toNanos(secs);
            List<Trace> ready = follower.poll(nowMicros());
            if (ready.isEmpty() && ended) {
                ready = follower.poll(FAR_FUTURE_MICROS);
            }
            if (!ready.isEmpty() || ended) {
                return ready;
            }
            if (topology.status().isOver()) {
                throw new IllegalStateException("topology '" + topology.name() + "' is over");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MS);
        }
        return List.of();
    }

    /**
     * Returns the current time in microseconds. The engine runs on this machine and uses the same
     * clock.
     */
    private static long nowMicros() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    }

    @Override
    public void close() {
        try {
            topology.traces().lease(new TraceLease(holder, every, Duration.ZERO));
        } catch (ProcessGoneException | ControlException e) {
            // The lease expires by itself.
        }
    }
}
