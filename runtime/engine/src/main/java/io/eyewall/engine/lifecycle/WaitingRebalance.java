package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebalance requests that arrived while a topology was opening, executed when it is open. Several
 * requests are merged into one; for each component and configuration key the last request counts.
 * Any thread may add requests; the monitor executes them.
 */
final class WaitingRebalance {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingRebalance.class);

    /**
     * Time limit of one attempt, short because the monitor's thread serves other topologies, too.
     */
    private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(1);

    /** Time limit of all attempts, as for a rebalance with a waiting caller. */
    private static final Duration TOTAL_LIMIT = Duration.ofSeconds(60);

    private final String topologyName;
    private final Clock clock;

    /** The merged request, or null. Written with the lock of this held. */
    private volatile @Nullable Request pending;

    // Guarded by this.
    private boolean attempted;
    private long firstAttemptNs;

    private record Request(Map<String, Integer> executors, Map<String, Object> conf) {
        Request mergedWith(Map<String, Integer> moreExecutors, Map<String, Object> moreConf) {
            Map<String, Integer> allExecutors = new HashMap<>(executors);
            allExecutors.putAll(moreExecutors);
            Map<String, Object> allConf = new HashMap<>(conf);
            allConf.putAll(moreConf);
            return new Request(allExecutors, allConf);
        }
    }

    /**
     * @param topologyName name of the topology
     */
    WaitingRebalance(String topologyName, Clock clock) {
        this.topologyName = topologyName;
        this.clock = clock;
    }

    /** Adds a request to be executed when the topology is open. */
    synchronized void add(Map<String, Integer> executors, Map<String, Object> conf) {
        Request before = pending;
        Request start = before == null ? new Request(Map.of(), Map.of()) : before;
        pending = start.mergedWith(executors, conf);
        attempted = false;
    }

    /** Returns whether a request is pending. */
    boolean isPending() {
        return pending != null;
    }

    /** Drops a request that was executed or rejected, unless a newer one has replaced it. */
    @SuppressWarnings("ReferenceEquality") // not equals: a newer request may be equal
    private synchronized void remove(Request finished) {
        if (pending == finished) {
            pending = null;
        }
    }

    private synchronized boolean isTooLate() {
        if (!attempted) {
            attempted = true;
            firstAttemptNs = clock.nanoTime();
        }
        return clock.nanoTime() - firstAttemptNs > TOTAL_LIMIT.toNanos();
    }

    /**
     * Attempts the pending request, if any. The topology must be open.
     *
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    void attempt(Reconfiguration reconfiguration) throws InterruptedException {
        Request request = pending;
        if (request == null) {
            return;
        }
        try {
            reconfiguration.rebalance(request.executors(), request.conf(), ATTEMPT_LIMIT);
            LOG.info(
                    "topology '{}': executed the rebalance requested before it was open: {}",
                    topologyName,
                    request);
            remove(request);
        } catch (IllegalStateException e) {
            if (isTooLate()) {
                LOG.warn(
                        "topology '{}': gave up the rebalance requested before it was open: {}",
                        topologyName,
                        e.getMessage());
                remove(request);
            }
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "topology '{}': cannot execute the rebalance requested before it was open: {}",
                    topologyName,
                    e.getMessage());
            remove(request);
        }
    }
}
