package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.wire.CallArguments;
import io.eyewall.control.wire.ErrorCounts;
import io.eyewall.control.wire.NumberedPlan;
import io.eyewall.control.wire.PlainConf;
import io.eyewall.control.wire.StateReport;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.engine.trace.Traces;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A topology that another process runs. Every method calls that process. In addition to the
 * exceptions of {@link RunningTopology}, it throws
 *
 * <ul>
 *   <li>{@link ProcessGoneException} if the process ends or has ended;
 *   <li>{@link ControlException} if the process does not answer in time, no longer knows the
 *       topology, or has thrown an unexpected exception.
 * </ul>
 *
 * The cause of a topology's failure is a {@link io.eyewall.control.wire.RemoteCause}, and numbers
 * in a configuration have the narrowest type that can hold them. Thread-safe.
 */
public final class RemoteTopology implements ServedTopology {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final Duration MAX_REBALANCE = Duration.ofDays(1);

    private final ControlClient process;
    private final String id;
    private final String name;
    private volatile @Nullable NumberedPlan lastPlan;

    RemoteTopology(ControlClient process, String id, String name) {
        this.process = process;
        this.id = id;
        this.name = name;
    }

    /** Returns the topology's id, without calling the process. */
    public String id() {
        return id;
    }

    /** Returns the topology's name, without calling the process. */
    public String name() {
        return name;
    }

    /** Returns the client of the process that runs the topology. */
    public ControlClient process() {
        return process;
    }

    @Override
    public JsonNode call(String service, @Nullable Object arguments, Duration limit) {
        return process.call(service, arguments, limit);
    }

    @Override
    public TopologyPlan plan() {
        NumberedPlan knownPlan = lastPlan;
        return updatePlan(knownPlan, query("plan", planQuery(knownPlan), NumberedPlan.class));
    }

    private static CallArguments.Plan planQuery(@Nullable NumberedPlan knownPlan) {
        return new CallArguments.Plan(knownPlan == null ? 0 : knownPlan.version());
    }

    private TopologyPlan updatePlan(@Nullable NumberedPlan knownPlan, NumberedPlan answer) {
        NumberedPlan now =
                knownPlan != null && answer.version() == knownPlan.version() ? knownPlan : answer;
        lastPlan = now;
        return Objects.requireNonNull(now.plan(), "plan");
    }

    /**
     * The state of a topology at one moment.
     *
     * @param errors errors so far, oldest first
     */
    public record State(TopologyStatus status, TopologyPlan plan, List<ErrorReport> errors) {}

    /** Returns status, plan and errors by one call of the process. */
    public State state() {
        NumberedPlan knownPlan = lastPlan;
        StateReport report = query("state", planQuery(knownPlan), StateReport.class);
        return new State(report.status(), updatePlan(knownPlan, report.plan()), report.errors());
    }

    @Override
    public TopologyStatus status() {
        return query("status", TopologyStatus.class);
    }

    @Override
    public Optional<TopologyFailure> failure() {
        return Optional.ofNullable(
                process.ask("failure", id, null, TopologyFailure.class, ANSWER_LIMIT));
    }

    @Override
    public int uptimeSecs() {
        return query("uptimeSecs", Integer.class);
    }

    @Override
    public int launchTimeSecs() {
        return query("launchTimeSecs", Integer.class);
    }

    @Override
    public void activate() {
        execute("activate", null);
    }

    @Override
    public void deactivate() {
        execute("deactivate", null);
    }

    @Override
    public void kill(Duration wait) {
        execute("kill", new CallArguments.Kill(wait));
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        return await("await", limit);
    }

    @Override
    public boolean awaitStarted(Duration limit) throws InterruptedException {
        return await("awaitStarted", limit);
    }

    /** Waits by repeated short calls, so that the process need not remember waiting clients. */
    private boolean await(String call, Duration limit) throws InterruptedException {
        long beginNs = System.nanoTime();
        while (true) {
            Duration left = limit.minusNanos(System.nanoTime() - beginNs);
            Duration slice = min(left, TopologyCalls.MAX_AWAIT);
            Boolean reached =
                    process.ask(
                            call,
                            id,
                            new CallArguments.Await(slice),
                            Boolean.class,
                            TopologyCalls.MAX_AWAIT.plus(ANSWER_LIMIT),
                            true);
            if (Boolean.TRUE.equals(reached)) {
                return true;
            }
            if (limit.minusNanos(System.nanoTime() - beginNs).isNegative()) {
                return false;
            }
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Override
    public List<TaskOpening> openings() {
        return List.of(query("openings", TaskOpening[].class));
    }

    @Override
    public void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        CallArguments.Rebalance arguments =
                new CallArguments.Rebalance(
                        executorCounts, PlainConf.of(confOverrides), min(limit, MAX_REBALANCE));
        process.ask(
                "rebalance", id, arguments, Void.class, arguments.limit().plus(ANSWER_LIMIT), true);
    }

    @Override
    public Optional<SnapshotReport> snapshots() {
        return Optional.ofNullable(
                process.ask("snapshots", id, null, SnapshotReport.class, ANSWER_LIMIT));
    }

    @Override
    public long takeSnapshot(@Nullable Path copyTo, Duration limit) throws InterruptedException {
        String folder = copyTo == null ? null : copyTo.toAbsolutePath().toString();
        CallArguments.Snapshot arguments = new CallArguments.Snapshot(folder, limit);
        Long number =
                process.ask(
                        "takeSnapshot", id, arguments, Long.class, limit.plus(ANSWER_LIMIT), true);
        return Objects.requireNonNull(number, "number");
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        execute("setCredentials", new CallArguments.Credentials(credentials));
    }

    @Override
    public boolean isQuiet() {
        return query("isQuiet", Boolean.class);
    }

    @Override
    public TopologyMetrics metrics() {
        return query("metrics", TopologyMetrics.class);
    }

    @Override
    public PlacementReport placement() {
        return query("placement", PlacementReport.class);
    }

    @Override
    public ParallelismReport parallelism() {
        return query("parallelism", ParallelismReport.class);
    }

    @Override
    public List<ErrorReport> errors() {
        return List.of(query("errors", ErrorReport[].class));
    }

    @Override
    public Map<Integer, Long> errorCounts() {
        return query("errorCounts", ErrorCounts.class).byTask();
    }

    @Override
    public void setDebug(String componentId, boolean enabled, double samplingPercent) {
        execute("setDebug", new CallArguments.Debug(componentId, enabled, samplingPercent));
    }

    @Override
    public Traces traces() {
        return new Traces() {
            @Override
            public void set(TraceSettings settings) {
                execute("setTraces", settings);
            }

            @Override
            public void lease(TraceLease lease) {
                execute("leaseTraces", lease);
            }

            @Override
            public TraceReport report(TraceQuery query) {
                return query("traces", query, TraceReport.class);
            }
        };
    }

    private <T> T query(String call, Class<T> type) {
        return query(call, null, type);
    }

    private <T> T query(String call, @Nullable Object arguments, Class<T> type) {
        T value = process.ask(call, id, arguments, type, ANSWER_LIMIT);
        if (value == null) {
            throw new ControlException(process + " answered nothing to '" + call + "' of " + id);
        }
        return value;
    }

    private void execute(String call, @Nullable Object arguments) {
        process.ask(call, id, arguments, Void.class, ANSWER_LIMIT);
    }

    @Override
    public String toString() {
        return "topology '" + name + "' (" + id + ") of " + process;
    }
}
