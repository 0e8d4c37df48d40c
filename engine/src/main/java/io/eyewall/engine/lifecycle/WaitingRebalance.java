package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a topology was told of its executors while it was opening, which is done when it is open:
 * several orders are one, of each component and key the last. Any thread orders; whoever looks
 * after the topology has it done.
 */
final class WaitingRebalance {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingRebalance.class);

    /** Of one try, since others are looked after by the same thread. */
    private static final Duration TRY = Duration.ofSeconds(1);

    /** Of all tries, as of a rebalance that somebody waits for. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String name;
    private final Clock clock;

    /** Changed by who has the lock of this. */
    private volatile @Nullable Order order;

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
     * @param name of the topology
     */
    WaitingRebalance(String name, Clock clock) {
        this.name = name;
        this.clock = clock;
    }

    /** It is to be done when the topology is open. */
    synchronized void add(Map<String, Integer> executors, Map<String, Object> conf) {
        Order before = order;
        Order first = before == null ? new Order(Map.of(), Map.of()) : before;
        order = first.with(executors, conf);
        trying = false;
    }

    /** Whether something waits. */
    boolean isThere() {
        return order != null;
    }

    /** It is done, or never; one that came meanwhile stays. */
    @SuppressWarnings("ReferenceEquality") // another order may be equal
    private synchronized void remove(Order done) {
        if (order == done) {
            order = null;
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
     * Tries it, of a topology that is open.
     *
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    void tryNow(Reconfiguration changes) throws InterruptedException {
        Order now = order;
        if (now == null) {
            return;
        }
        try {
            changes.rebalance(now.executors(), now.conf(), TRY);
            LOG.info("topology '{}' is open, and rebalanced as it was told: {}", name, now);
            remove(now);
        } catch (IllegalStateException e) {
            if (isTooLate()) {
                LOG.warn(
                        "topology '{}': what it was told while it was opening is not done: {}",
                        name,
                        e.getMessage());
                remove(now);
            }
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "topology '{}': what it was told while it was opening can't be done: {}",
                    name,
                    e.getMessage());
            remove(now);
        }
    }
}
