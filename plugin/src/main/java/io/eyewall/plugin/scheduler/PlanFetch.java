package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends views and keeps the last plan, so that Nimbus never waits for the network. Nimbus' thread
 * calls {@link #offer}, {@link #plan} and {@link #isAnswered}; {@link #fetch} belongs to a thread
 * of its own, from {@link #start} to {@link #close}. What they share is volatile and immutable.
 */
final class PlanFetch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlanFetch.class);

    /** Nimbus that is not the leader is not called; what it saw last is not sent. */
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(120);

    private final @Nullable PlanSource source;
    private final SchedulerConf conf;
    private final Rebalancer rebalancer;
    private final LongSupplier clockNs;
    private final long patienceNs;

    private volatile @Nullable Seen seen;
    private volatile @Nullable ClusterPlan plan;
    private volatile long answeredNs;
    private volatile @Nullable Thread thread;
    private boolean silent;

    private record Seen(ClusterView view, long atNs) {}

    /**
     * @param source null if there is none
     * @param clockNs goes forward only
     */
    PlanFetch(
            @Nullable PlanSource source,
            SchedulerConf conf,
            Rebalancer rebalancer,
            LongSupplier clockNs) {
        this.source = source;
        this.conf = conf;
        this.rebalancer = rebalancer;
        this.clockNs = clockNs;
        this.patienceNs = TimeUnit.SECONDS.toNanos(conf.patienceSecs());
        this.answeredNs = clockNs.getAsLong();
    }

    /** Begins to fetch, if there is somebody to ask. */
    void start() {
        if (source != null) {
            Thread own = new Thread(this::run, "eyewall-schedule-fetch");
            own.setDaemon(true);
            thread = own;
            own.start();
        }
    }

    /** Nimbus has looked: this is what is sent next. Never waits. */
    void offer(ClusterView view) {
        long nowNs = clockNs.getAsLong();
        Seen before = seen;
        if (before == null || nowNs - before.atNs() > FRESH_NS) {
            answeredNs = nowNs; // this Nimbus has just become the leader: patience begins anew
            plan = null;
        }
        seen = new Seen(view, nowNs);
    }

    /** The last plan; null if none was fetched, or that is too long ago. */
    @Nullable ClusterPlan plan() {
        return isAnswered() ? plan : null;
    }

    /** Whether the generator has answered lately, or may still. */
    boolean isAnswered() {
        return source != null && clockNs.getAsLong() - answeredNs <= patienceNs;
    }

    private void run() {
        long pauseMs = TimeUnit.SECONDS.toMillis(conf.fetchSecs());
        while (!Thread.currentThread().isInterrupted()) {
            try {
                fetch();
                Thread.sleep(pauseMs);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | LinkageError | AssertionError e) {
                LOG.error("plans: fetching one failed; goes on", e);
            }
        }
    }

    /**
     * Asks once, if Nimbus has looked lately. Waits for the answer.
     *
     * @return whether there was one
     */
    boolean fetch() {
        Seen now = seen;
        if (source == null || now == null || clockNs.getAsLong() - now.atNs() > FRESH_NS) {
            return false;
        }
        try {
            ClusterPlan fetched = source.ask(now.view());
            plan = fetched;
            answeredNs = clockNs.getAsLong();
            if (silent) {
                LOG.info("plans: the generator answers again, with plan {}", fetched.number());
            }
            silent = false;
            rebalancer.see(fetched, now.view(), clockNs.getAsLong());
            return true;
        } catch (IOException | OutOfMemoryError e) { // that of an answer; Storm ends Nimbus for it
            if (!silent) {
                LOG.warn(
                        "plans: no answer ({}); after {} s without one Storm's scheduler takes over",
                        e.toString(),
                        conf.patienceSecs());
            }
            silent = true;
            return false;
        }
    }

    /** Ends the thread; does not wait for it. */
    @Override
    public void close() {
        Thread own = thread;
        if (own != null) {
            own.interrupt();
        }
    }
}
