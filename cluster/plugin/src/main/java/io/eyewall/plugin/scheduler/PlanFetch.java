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
 * for the network. Nimbus' thread calls {@link #offer}, {@link #plan} and {@link
 * #generatorResponds}; {@link #fetch} runs on its own thread, from {@link #start} to {@link
 * #close}. The shared fields are volatile, their values immutable.
 */
final class PlanFetch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlanFetch.class);

    /**
     * Older views are not sent: a Nimbus that does not call {@link #offer} is no longer the leader.
     */
    private static final long MAX_VIEW_AGE_NS = TimeUnit.SECONDS.toNanos(120);

    private final @Nullable PlanSource source;
    private final SchedulerConf conf;
    private final Rebalancer rebalancer;
    private final LongSupplier clockNs;
    private final long patienceNs;

    private volatile @Nullable OfferedView offered;
    private volatile @Nullable ClusterPlan plan;
    private volatile long lastResponseNs;
    private volatile @Nullable Thread thread;
    private boolean failing;

    private record OfferedView(ClusterView view, long offeredNs) {}

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
        this.lastResponseNs = clockNs.getAsLong();
    }

    /** Starts fetching if there is a source. */
    void start() {
        if (source != null) {
            Thread fetchThread = new Thread(this::run, "eyewall-schedule-fetch");
            fetchThread.setDaemon(true);
            thread = fetchThread;
            fetchThread.start();
        }
    }

    /** Sets the view that is sent with the next request. Never waits. */
    void offer(ClusterView view) {
        long nowNs = clockNs.getAsLong();
        OfferedView previous = offered;
        if (previous == null || nowNs - previous.offeredNs() > MAX_VIEW_AGE_NS) {
            lastResponseNs = nowNs; // this Nimbus has just become the leader: waiting starts anew
            plan = null;
        }
        offered = new OfferedView(view, nowNs);
    }

    /** Returns the last plan; null if none was fetched, or the last is too old. */
    @Nullable ClusterPlan plan() {
        return generatorResponds() ? plan : null;
    }

    /** Returns whether the generator has responded recently, or still has time to. */
    boolean generatorResponds() {
        return source != null && clockNs.getAsLong() - lastResponseNs <= patienceNs;
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
                LOG.error("plans: fetching a plan failed; trying again", e);
            }
        }
    }

    /**
     * Fetches a plan once if there is a recent view. Waits for the response.
     *
     * @return whether a plan was received
     */
    boolean fetch() {
        OfferedView latest = offered;
        if (source == null
                || latest == null
                || clockNs.getAsLong() - latest.offeredNs() > MAX_VIEW_AGE_NS) {
            return false;
        }
        try {
            ClusterPlan fetched = source.requestPlan(latest.view());
            plan = fetched;
            lastResponseNs = clockNs.getAsLong();
            if (failing) {
                LOG.info("plans: the generator responds again, with plan {}", fetched.number());
            }
            failing = false;
            rebalancer.requestMissing(fetched, latest.view(), clockNs.getAsLong());
            return true;
        } catch (IOException | OutOfMemoryError e) { // uncaught, the latter would end Nimbus
            if (!failing) {
                LOG.warn(
                        "plans: no response from the generator ({}); after {} s without one"
                                + " Storm's scheduler takes over",
                        e.toString(),
                        conf.patienceSecs());
            }
            failing = true;
            return false;
        }
    }

    /** Ends the thread; does not wait for it. */
    @Override
    public void close() {
        Thread fetchThread = thread;
        if (fetchThread != null) {
            fetchThread.interrupt();
        }
    }
}
