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

    /** Time limit of one attempt; the same thread serves other topologies, too. */
    private static final Duration TRY = Duration.ofSeconds(1);

    /** Time limit of all attempts, as for a rebalance with a waiting caller. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String name;
    private final Clock clock;

    /** The merged request, or null. Written with the lock of this held. */
    private volatile @Nullable Order pending;

    // Guarded by this.
    private boolean trying;
    private long firstTryNs;

    private record Order(Map<String, Integer> executors, Map<String, Object> conf) {
        Order with(Map<String, Integer> moreExecutors, Map<String, Object> moreConf) {
            Map<String, Integer> allExecutors = new HashMap<>(executors);
            allExecutors.putAll(moreExecutors);
            Map<String, Object> allConf = new HashMap<>(conf);
            allConf.putAll(moreConf);
            return new Order(allExecutors, allConf);
        }
    }

    /**
     * @param name name of the topology
     */
    WaitingRebalance(String name, Clock clock) {
        this.name = name;
        this.clock = clock;
    }

    /** Adds a request to be executed when the topology is open. */
    synchronized void add(Map<String, Integer> executors, Map<String, Object> conf) {
        Order before = pending;
        Order start = before == null ? new Order(Map.of(), Map.of()) : before;
        pending = start.with(executors, conf);
        trying = false;
    }

    /** Returns whether a request is pending. */
    boolean isPending() {
        return pending != null;
    }

    /** Drops a request that was executed or rejected, unless a newer one has replaced it. */
    @SuppressWarnings("ReferenceEquality") // a newer request may be equal
    private synchronized void remove(Order done) {
        if (pending == done) {
            pending = null;
        }
    }

    private synchronized boolean isTooLate() {
        if (!trying) {
            trying = true;
            firstTryNs = clock.nanoTime();
        }
        return clock.nanoTime() - firstTryNs > LIMIT.toNanos();
    }

    /**
     * Attempts the pending request, if any. The topology must be open.
     *
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    void tryOnce(Reconfiguration reconfiguration) throws InterruptedException {
        Order request = pending;
        if (request == null) {
            return;
        }
        try {
            reconfiguration.rebalance(request.executors(), request.conf(), TRY);
            LOG.info(
                    "topology '{}': executed the rebalance requested before it was open: {}",
                    name,
                    request);
            remove(request);
        } catch (IllegalStateException e) {
            if (isTooLate()) {
                LOG.warn(
                        "topology '{}': gave up the rebalance requested before it was open: {}",
                        name,
                        e.getMessage());
                remove(request);
            }
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "topology '{}': cannot execute the rebalance requested before it was open: {}",
                    name,
                    e.getMessage());
            remove(request);
        }
    }
}
