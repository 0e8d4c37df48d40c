package io.eyewall.control;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.wire.CallArguments;
import io.eyewall.control.wire.ErrorCounts;
import io.eyewall.control.wire.NumberedPlan;
import io.eyewall.control.wire.StateReport;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that a topology answers at a control port, named like the methods of {@link
 * RunningTopology}. Any thread may call.
 */
final class TopologyCalls {
    /**
     * The longest time that one call waits for a topology; clients repeat the call to wait longer.
     */
    static final Duration MAX_AWAIT = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(TopologyCalls.class);

    private final PlanVersions versions;

    /** A call of a topology. */
    private interface Call {
        @Nullable Object execute(RunningTopology topology, @Nullable JsonNode arguments)
                throws Exception;
    }

    private static final Map<String, Call> CALLS =
            Map.ofEntries(
                    entry("status", (topology, json) -> topology.status()),
                    entry("failure", (topology, json) -> topology.failure().orElse(null)),
                    entry("uptimeSecs", (topology, json) -> topology.uptimeSecs()),
                    entry("launchTimeSecs", (topology, json) -> topology.launchTimeSecs()),
                    entry("activate", command((topology, json) -> topology.activate())),
                    entry("deactivate", command((topology, json) -> topology.deactivate())),
                    entry("kill", command(TopologyCalls::kill)),
                    entry("await", TopologyCalls::await),
                    entry("awaitStarted", TopologyCalls::awaitStarted),
                    entry("openings", (topology, json) -> topology.openings()),
                    entry("rebalance", command(TopologyCalls::rebalance)),
                    entry("setCredentials", command(TopologyCalls::setCredentials)),
                    entry("isQuiet", (topology, json) -> topology.isQuiet()),
                    entry("metrics", (topology, json) -> topology.metrics()),
                    entry("placement", (topology, json) -> topology.placement()),
                    entry("parallelism", (topology, json) -> topology.parallelism()),
                    entry("snapshots", (topology, json) -> topology.snapshots().orElse(null)),
                    entry("takeSnapshot", TopologyCalls::takeSnapshot),
                    entry("errors", (topology, json) -> topology.errors()),
                    entry(
                            "errorCounts",
                            (topology, json) -> new ErrorCounts(topology.errorCounts())),
                    entry("setDebug", command(TopologyCalls::setDebug)),
                    entry("traces", TopologyCalls::traces),
                    entry("setTraces", command(TopologyCalls::setTraces)),
                    entry("leaseTraces", command(TopologyCalls::leaseTraces)));

    TopologyCalls(PlanVersions versions) {
        this.versions = versions;
    }

    /**
     * Executes a call.
     *
     * @throws BadRequestException if there is no such call, or its arguments can't be read
     * @throws Exception any exception that the topology throws
     */
    @Nullable Object answer(RunningTopology topology, String name, @Nullable JsonNode arguments)
            throws Exception {
        if (name.equals("plan")) {
            return plan(topology, arguments);
        }
        if (name.equals("state")) {
            return new StateReport(topology.status(), plan(topology, arguments), topology.errors());
        }
        Call call = CALLS.get(name);
        if (call == null) {
            throw new BadRequestException("there is no call '" + name + "' of a topology");
        }
        return call.execute(topology, arguments);
    }

    private NumberedPlan plan(RunningTopology topology, @Nullable JsonNode arguments)
            throws BadRequestException {
        long known = arguments(arguments, CallArguments.Plan.class).known();
        TopologyPlan plan = topology.plan();
        long version = versions.versionOf(plan);
        return new NumberedPlan(version, version == known ? null : plan);
    }

    /** A call that changes a topology and returns nothing. */
    private interface Command {
        void execute(RunningTopology topology, @Nullable JsonNode arguments) throws Exception;
    }

    private static Call command(Command command) {
        return (topology, json) -> {
            command.execute(topology, json);
            return null;
        };
    }

    private static void kill(RunningTopology topology, @Nullable JsonNode json)
            throws BadRequestException {
        Duration wait = arguments(json, CallArguments.Kill.class).limit();
        LOG.info("another process kills topology '{}'", topology.plan().name());
        topology.kill(wait);
    }

    private static boolean await(RunningTopology topology, @Nullable JsonNode json)
            throws Exception {
        return topology.await(limit(json));
    }

    private static boolean awaitStarted(RunningTopology topology, @Nullable JsonNode json)
            throws Exception {
        return topology.awaitStarted(limit(json));
    }

    private static Duration limit(@Nullable JsonNode json) throws BadRequestException {
        Duration limit = arguments(json, CallArguments.Await.class).limit();
        return limit.compareTo(MAX_AWAIT) < 0 ? limit : MAX_AWAIT;
    }

    private static void rebalance(RunningTopology topology, @Nullable JsonNode json)
            throws Exception {
        CallArguments.Rebalance request = arguments(json, CallArguments.Rebalance.class);
        LOG.info("another process rebalances topology '{}'", topology.plan().name());
        topology.rebalance(request.executorCounts(), request.confOverrides(), request.limit());
    }

    private static long takeSnapshot(RunningTopology topology, @Nullable JsonNode json)
            throws Exception {
        CallArguments.Snapshot request = arguments(json, CallArguments.Snapshot.class);
        String copyTo = request.copyTo();
        return topology.takeSnapshot(copyTo == null ? null : Path.of(copyTo), request.limit());
    }

    private static void setCredentials(RunningTopology topology, @Nullable JsonNode json)
            throws BadRequestException {
        topology.setCredentials(arguments(json, CallArguments.Credentials.class).credentials());
    }

    private static void setDebug(RunningTopology topology, @Nullable JsonNode json)
            throws BadRequestException {
        CallArguments.Debug request = arguments(json, CallArguments.Debug.class);
        topology.setDebug(request.componentId(), request.enabled(), request.samplingPercent());
    }

    private static TraceReport traces(RunningTopology topology, @Nullable JsonNode json)
            throws BadRequestException {
        return topology.traces().report(arguments(json, TraceQuery.class));
    }

    private static void setTraces(RunningTopology topology, @Nullable JsonNode json)
            throws BadRequestException {
        topology.traces().set(arguments(json, TraceSettings.class));
    }

    private static void leaseTraces(RunningTopology topology, @Nullable JsonNode json)
            throws BadRequestException {
        topology.traces().lease(arguments(json, TraceLease.class));
    }

    private static <T extends Record> T arguments(@Nullable JsonNode json, Class<T> type)
            throws BadRequestException {
        try {
            T arguments = WireJson.read(json, type);
            if (arguments != null) {
                return arguments;
            }
        } catch (IOException e) {
            throw new BadRequestException(type.getSimpleName() + ": " + e.getMessage());
        }
        throw new BadRequestException(type.getSimpleName() + ": there are no arguments");
    }
}
