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
 * Sends views of the cluster to the generator and keeps its last plan, so that Nimbus never waits
 * for the network. Nimbus' thread calls {@link #offer}, {@link #plan} and {@link #isAnswered};
 * {@link #fetch} runs on its own thread, from {@link #start} to {@link #close}. The shared fields
 * are volatile, their values immutable.
 */
final class PlanFetch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlanFetch.class);

    /**
     * A Nimbus that is not the leader is not called; a view older than this is therefore not sent.
     */
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(120);

    private final @Nullable PlanSource source;
    private final SchedulerConf conf;
    private final Rebalancer rebalancer;
    private final LongSupplier clockNs;
    private final long patienceNs;

    private volatile @Nullable OfferedView offered;
    private volatile @Nullable ClusterPlan plan;
    private volatile long answeredNs;
    private volatile @Nullable Thread thread;
    private boolean silent;

    private record OfferedView(ClusterView view, long atNs) {}

    /**
     * @param source the source of plans; null if there is none
     * @param clockNs a monotonic clock
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

    /** Starts fetching if there is a source. */
    void start() {
        if (source != null) {
            Thread own = new Thread(this::run, "eyewall-schedule-fetch");
            own.setDaemon(true);
            thread = own;
            own.start();
        }
    }

    /** Sets the view that is sent next. Never waits. */
    void offer(ClusterView view) {
        long nowNs = clockNs.getAsLong();
        OfferedView before = offered;
        if (before == null || nowNs - before.atNs() > FRESH_NS) {
            answeredNs = nowNs; // this Nimbus has just become the leader: the patience starts anew
            plan = null;
        }
        offered = new OfferedView(view, nowNs);
    }

    /** Returns the last plan; null if none was fetched, or the last is too old. */
    @Nullable ClusterPlan plan() {
        return isAnswered() ? plan : null;
    }

    /** Returns whether the generator has responded recently, or still has time to. */
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
                LOG.error("plans: fetching a plan failed; it is tried again", e);
            }
        }
    }

    /**
     * Fetches a plan once if there is a recent view. Waits for the response.
     *
     * @return whether a plan was received
     */
    boolean fetch() {
        OfferedView now = offered;
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
            rebalancer.requestMissing(fetched, now.view(), clockNs.getAsLong());
            return true;
        } catch (IOException | OutOfMemoryError e) { // uncaught, the latter would end Nimbus
            if (!silent) {
                LOG.warn(
                        "plans: no response from the generator ({}); after {} s without one"
                                + " Storm's scheduler takes over",
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
