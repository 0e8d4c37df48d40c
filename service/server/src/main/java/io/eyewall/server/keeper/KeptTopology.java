package io.eyewall.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.ServedTopology;
import io.eyewall.control.SilentProcessException;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.control.health.Health.Word;
import io.eyewall.control.health.HealthTracker;
import io.eyewall.control.log.LogService;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.engine.trace.Traces;
import io.eyewall.server.store.SubmissionFacts;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.worker.HandOverReport;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topology that a server keeps running across its successive processes. Plan, status and errors
 * are available immediately; everything else is queried from the process, so that without a process
 * all numbers are missing. An order is on disk when its call returns. A crash is not a failure: the
 * topology is STARTING until the next process runs it. Any thread may call.
 */
public final class KeptTopology implements ServedTopology {
    private static final Logger LOG = LoggerFactory.getLogger(KeptTopology.class);
    private static final TopologyMetrics NO_METRICS =
            new TopologyMetrics(
                    List.of(), List.of(), LatencySnapshot.EMPTY, LatencySnapshot.EMPTY, List.of());
    private static final PlacementReport NO_PLACEMENT =
            new PlacementReport(Optional.empty(), Optional.empty(), 0);
    private static final long POLL_MS = 50;

    /** The health is derived from metrics that are at most this old. */
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The longest wait of an order for a process to start, if only a process can obey the order.
     */
    private static final long START_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final Keeper keeper;
    private final CommandHandler orders;
    private final SubmissionFacts submission;
    private final @Nullable String replaces;
    private final HealthTracker health = new HealthTracker();

    /** Written while {@link #health} is locked. */
    private volatile Reading latestReading = new Reading(System.nanoTime() - FRESH_NS, NO_METRICS);

    /**
     * Metrics that were read from the process.
     *
     * @param atNs when the process was queried, by {@link System#nanoTime}
     */
    private record Reading(long atNs, TopologyMetrics metrics) {
        Reading laterOf(Reading other) {
            return other.atNs - atNs >= 0 ? other : this;
        }
    }

    KeptTopology(
            Keeper keeper,
            CommandHandler orders,
            SubmissionFacts submission,
            @Nullable String replaces) {
        this.keeper = keeper;
        this.orders = orders;
        this.submission = submission;
        this.replaces = replaces;
    }

    /** Returns the plan that the process reported last: within five seconds, and after an order. */
    @Override
    public TopologyPlan plan() {
        return keeper.plan();
    }

    @Override
    public TopologyStatus status() {
        if (keeper.isOver()) {
            return TopologyStatus.ENDED;
        }
        if (keeper.isReplaced()) {
            return TopologyStatus.STARTING; // briefly, until the new version has the name
        }
        if (keeper.isKilled()) {
            return TopologyStatus.KILLED;
        }
        ProcessReport lastReport = keeper.lastReport();
        if (lastReport != null && !lastReport.status().isOver()) {
            return lastReport.status();
        }
        boolean active = keeper.isActive();
        if (keeper.isOver()) { // since the first check: the folder has been removed
            return TopologyStatus.ENDED;
        }
        return active ? TopologyStatus.STARTING : TopologyStatus.INACTIVE;
    }

    /** Returns empty: a failed topology is started again. */
    @Override
    public Optional<TopologyFailure> failure() {
        return Optional.empty();
    }

    /** Returns the seconds since the submission, across all processes. */
    @Override
    public int uptimeSecs() {
        return Math.max(0, (int) (System.currentTimeMillis() / 1000) - launchTimeSecs());
    }

    @Override
    public int launchTimeSecs() {
        return submission.launchTimeSecs();
    }

    @Override
    public void activate() {
        orders.setActive(true);
    }

    @Override
    public void deactivate() {
        orders.setActive(false);
    }

    /** Kills the topology. A process that does not answer is ended by force, without the wait. */
    @Override
    public void kill(Duration wait) {
        orders.kill(wait);
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        return awaitStatus(limit, TopologyStatus.ENDED);
    }

    @Override
    public boolean awaitStarted(Duration limit) throws InterruptedException {
        return awaitStatus(limit, TopologyStatus.ACTIVE);
    }

    private boolean awaitStatus(Duration limit, TopologyStatus wanted) throws InterruptedException {
        long beginNs = System.nanoTime();
        while (status().compareTo(wanted) < 0) {
            if (System.nanoTime() - beginNs >= limit.toNanos()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return true;
    }

    @Override
    public List<TaskOpening> openings() {
        return queryProcess(RemoteTopology::openings, List.of());
    }

    /**
     * Rebalances. Without a process, or while one starts, the next process starts with these
     * numbers.
     */
    @Override
    public void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        // Throws an exception if the arguments are invalid.
        plan().withConf(confOverrides).withExecutors(executorCounts);
        orders.rebalance(executorCounts, confOverrides, limit);
        keeper.refresh();
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        orders.setCredentials(credentials);
    }

    @Override
    public boolean isQuiet() {
        return queryProcess(RemoteTopology::isQuiet, false);
    }

    @Override
    public TopologyMetrics metrics() {
        long atNs = System.nanoTime();
        TopologyMetrics metrics = queryProcess(RemoteTopology::metrics, NO_METRICS);
        synchronized (health) {
            latestReading = latestReading.laterOf(new Reading(atNs, metrics));
        }
        return metrics;
    }

    /**
     * Returns numbers that are at most a second old: all callers get the same object until the
     * second is over or the process obeys an order. Without a process each call returns a new
     * object.
     */
    @Override
    public RecentNumbers recent() {
        ProcessReport lastReport = keeper.lastReport();
        RecentNumbers none =
                new RecentNumbers(NO_METRICS, Map.of(), NO_PLACEMENT, Optional.empty());
        return lastReport == null ? none : queryProcess(remote -> lastReport.numbers().get(), none);
    }

    @Override
    public Optional<SnapshotReport> snapshots() {
        return queryProcess(RemoteTopology::snapshots, Optional.empty());
    }

    @Override
    public long takeSnapshot(@Nullable Path copyTo, Duration limit) throws InterruptedException {
        return awaitProcess("a snapshot").takeSnapshot(copyTo, limit);
    }

    @Override
    public PlacementReport placement() {
        return queryProcess(RemoteTopology::placement, NO_PLACEMENT);
    }

    @Override
    public ParallelismReport parallelism() {
        return queryProcess(RemoteTopology::parallelism, ParallelismReport.NONE);
    }

    /**
     * Returns the errors of all its processes and the reasons why these ended, oldest first. While
     * the process does not answer, those of its last report.
     */
    @Override
    public List<ErrorReport> errors() {
        List<ErrorReport> all = new ArrayList<>(keeper.errors().errors());
        ProcessReport lastReport = keeper.lastReport();
        if (lastReport != null) {
            all.addAll(queryProcess(RemoteTopology::errors, lastReport.errors()));
        }
        return all;
    }

    /**
     * Returns the numbers of errors of all its processes by task; each end of a process counts as
     * an error of task -1.
     */
    @Override
    public Map<Integer, Long> errorCounts() {
        Map<Integer, Long> all = new HashMap<>(keeper.errors().counts());
        queryProcess(RemoteTopology::errorCounts, Map.<Integer, Long>of())
                .forEach((task, count) -> all.merge(task, count, Long::sum));
        return all;
    }

    /**
     * Returns the health. All readers share the metrics that one of them has read within a second.
     */
    @Override
    public Optional<Health> health() {
        return healthNotOlderThan(FRESH_NS);
    }

    /**
     * Returns the health.
     *
     * @param maxAgeNs the age from which on metrics are read again
     */
    Optional<Health> healthNotOlderThan(long maxAgeNs) {
        if (System.nanoTime() - latestReading.atNs() >= maxAgeNs) {
            metrics();
        }
        TopologyStatus status = status();
        if (keeper.isSilent() && !status.isOver()) {
            return Optional.of(
                    new Health(
                            Word.STALLED,
                            Word.STALLED.text(),
                            "its process is there and does not answer"));
        }
        synchronized (health) { // the tracker needs the readings in chronological order
            Reading reading = latestReading;
            return Optional.of(
                    health.derive(
                            reading.atNs(),
                            System.currentTimeMillis(),
                            status,
                            crashes(),
                            reading.metrics(),
                            plan()));
        }
    }

    /**
     * Sets event logging in the current process.
     *
     * @throws IllegalStateException if its process can't be reached or does not answer
     */
    @Override
    public void setDebug(String componentId, boolean enabled, double samplingPercent) {
        awaitProcess("event logging").setDebug(componentId, enabled, samplingPercent);
        keeper.refresh();
    }

    /** Returns the traces of the current process; the next process starts without any. */
    @Override
    public Traces traces() {
        return new Traces() {
            @Override
            public void set(TraceSettings settings) {
                awaitProcess("tracing").traces().set(settings);
            }

            @Override
            public void lease(TraceLease lease) {
                requireProcess("tracing").traces().lease(lease);
            }

            @Override
            public TraceReport report(TraceQuery query) {
                return queryProcess(remote -> remote.traces().report(query), TraceReport.NONE);
            }
        };
    }

    /**
     * Hands over to a topology in standby, which must run from then on; this one is over.
     *
     * @return the times of the hand-over; null if no process ran this topology
     * @throws IllegalStateException if it failed
     */
    @Nullable HandOverReport handOver(TopologyFolder successor, long drainMs) {
        return orders.handOver(successor, drainMs);
    }

    @Override
    public @Nullable String replaces() {
        return replaces;
    }

    @Override
    public Crashes crashes() {
        return keeper.crashes();
    }

    /** Returns whether its spouts are ordered to be active. */
    public boolean isActive() {
        return keeper.isActive();
    }

    /** Returns whether it was killed, was replaced, or is over. */
    public boolean isEnding() {
        return keeper.isOver() || keeper.isReplaced() || keeper.isKilled();
    }

    /**
     * Calls a control service of the topology's process. The log service is answered here instead,
     * because the log explains why there is no process.
     *
     * @throws IllegalStateException if the process can't be reached or does not answer
     */
    @Override
    public JsonNode call(String service, @Nullable Object arguments, Duration limit) {
        if (service.equals(LogService.NAME)) {
            try {
                return WireJson.tree(
                        new LogService(id -> Optional.of(keeper.log()))
                                .answer(arguments == null ? null : WireJson.tree(arguments)));
            } catch (IOException e) {
                throw new IllegalStateException(
                        "the log of topology '%s' can't be read: %s"
                                .formatted(submission.name(), e),
                        e);
            }
        }
        return requireProcess(service).process().call(service, arguments, limit);
    }

    /** Calls a service like {@link #call}, but waits for a process that is starting. */
    public JsonNode callOnceStarted(String service, @Nullable Object arguments) {
        awaitProcess(service);
        return call(service, arguments);
    }

    /**
     * Returns the process; waits while it starts.
     *
     * @throws IllegalStateException if it does not start in time, or the thread is interrupted
     *     meanwhile; it stays interrupted
     */
    private RemoteTopology awaitProcess(String what) {
        long beginNs = System.nanoTime();
        Optional<RemoteTopology> remote = keeper.remote();
        while (remote.isEmpty() && !isEnding() && System.nanoTime() - beginNs < START_LIMIT_NS) {
            keeper.wake();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MS));
            if (Thread.currentThread().isInterrupted()) { // parkNanos would not wait any more
                throw new IllegalStateException(
                        "%s of topology '%s' is not possible: the thread was interrupted while it waited for the process to start"
                                .formatted(what, submission.name()));
            }
            remote = keeper.remote();
        }
        return requireProcess(what);
    }

    private RemoteTopology requireProcess(String what) {
        return keeper.remote()
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "%s of topology '%s' is not possible: %s"
                                                .formatted(
                                                        what, submission.name(), whyNoProcess())));
    }

    /** Returns the reason why no process answers. */
    private String whyNoProcess() {
        if (keeper.isOver()) {
            return "it is over";
        }
        if (keeper.isReplaced()) {
            return "it was updated; query the new version";
        }
        if (keeper.isKilled()) {
            return "it was killed and is ending";
        }
        return "its process is being started, or does not answer; try again";
    }

    private <T> T queryProcess(Function<RemoteTopology, T> call, T fallback) {
        Optional<RemoteTopology> remote = keeper.remote();
        if (remote.isEmpty()) {
            return fallback;
        }
        try {
            return call.apply(remote.get());
        } catch (ProcessGoneException e) {
            keeper.wake();
        } catch (SilentProcessException e) {
            keeper.onSilence();
        } catch (ControlException e) {
            LOG.debug("topology {}: {}", submission.name(), e.getMessage());
        }
        return fallback;
    }
}
