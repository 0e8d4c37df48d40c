package io.eyewall.engine.lifecycle;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Safepoint;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.TopologyProbe;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.spout.SpoutProxy;
import io.eyewall.engine.thread.ThrottledFailureLog;
import io.eyewall.engine.trace.Traces;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.storm.generated.DebugOptions;
import org.jspecify.annotations.Nullable;

/**
 * A topology from its submission to its end, as the engine and users see it. It delegates to its
 * parts: {@link TopologyLife} records its state, {@link ExecutorRegistry} its executors and tasks,
 * {@link Reconfiguration} replaces executors, {@link TopologyEnd} ends it, and {@link
 * TopologyServices} is the view that executors have of it. Thread-safe; user code is never called
 * with a lock held.
 */
public final class TopologyRuntime implements RunningTopology {
    private final List<Core> cores;
    private final Clock clock;
    private final long submittedNs;
    private final int launchTimeSecs;
    private final TopologyLife life;
    private final ExecutorRegistry registry;
    private final TopologyResources resources;
    private final TopologyReports reports;
    private final ThrottledFailureLog feedFailures;
    private final Activation activation;
    private final OpeningTasks openingTasks;
    private final Opening opening;
    private final TopologyEnd end;
    private final TopologyServices services;
    private final WaitingRebalance waitingRebalance;

    private TopologyRuntime(
            TopologyPlan plan,
            SubmitSettings settings,
            List<Core> cores,
            java.util.concurrent.Executor finisher,
            @Nullable TopologyProbe probe,
            Consumer<TopologyRuntime> onOver) {
        this.cores = cores;
        this.clock = cores.get(0).clock();
        this.submittedNs = clock.nanoTime();
        this.launchTimeSecs = (int) (clock.currentTimeMillis() / 1000);
        this.life = new TopologyLife(plan.name(), settings.active());
        this.registry = new ExecutorRegistry(plan);
        this.activation = new Activation(registry, life);
        this.resources = new TopologyResources(settings.classLoader(), settings.credentials());
        this.reports = new TopologyReports(plan, cores, settings.classLoader());
        this.openingTasks = new OpeningTasks(plan, clock);
        this.waitingRebalance = new WaitingRebalance(plan.name(), clock);
        this.opening = new Opening(registry, life, settings.standby());
        this.end =
                new TopologyEnd(
                        life,
                        registry,
                        reports,
                        resources,
                        cores,
                        finisher,
                        () -> onOver.accept(this));
        this.services =
                new TopologyServices(
                        life,
                        registry,
                        reports,
                        resources,
                        openingTasks,
                        opening,
                        activation,
                        end,
                        probe);
        this.feedFailures = new ThrottledFailureLog("topology '" + plan.name() + "': statistics");
    }

    /**
     * Creates a topology's tasks and starts to open them. If a component cannot be created, the
     * topology fails; this call returns normally.
     *
     * @param safepoint stops the cores
     * @param finisher runs steps that may block when the topology ends
     * @param probe observes the topology's executors, or null
     * @param onOver called once, when everything has ended
     */
    public static TopologyRuntime start(
            TopologyPlan plan,
            SubmitSettings settings,
            EngineSettings engine,
            List<Core> cores,
            Safepoint safepoint,
            java.util.concurrent.Executor finisher,
            @Nullable TopologyProbe probe,
            Consumer<TopologyRuntime> onOver) {
        TopologyRuntime runtime =
                new TopologyRuntime(plan, settings, cores, finisher, probe, onOver);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(settings.classLoader());
        try {
            runtime.assemble(settings, engine, safepoint);
        } catch (Throwable e) {
            runtime.fail("(assembly)", "the assembly of its tasks", e);
            return runtime;
        } finally {
            thread.setContextClassLoader(before);
        }
        runtime.opening.beginIfActive();
        return runtime;
    }

    private void assemble(SubmitSettings settings, EngineSettings engine, Safepoint safepoint)
            throws Exception {
        TopologyPlan plan = plan();
        WorkerCredentials plugins = new WorkerCredentials(plan.conf(), settings.credentials());
        WorkerEnvironment worker = new WorkerEnvironment(plan, settings);
        resources.setWorker(plugins, worker);
        worker.startHooks();
        TopologyAssembly assembly =
                new TopologyAssembly(plan, worker, services, engine, settings.classLoader());
        try {
            assembly.assemble(cores);
        } catch (Throwable e) {
            cores.forEach(core -> core.removeTasklets(assembly.executors())); // they will never run
            throw e;
        }
        registry.publish(assembly);
        life.onAssembled(executors().size());
        opening.onAssembled();
        MetricsReader metrics = new MetricsReader(executors(), worker, plan.id(), clock);
        reports.startReading(metrics);
        resources.setReconfiguration(
                new Reconfiguration(registry, life, assembly, metrics, cores, safepoint));
    }

    @Override
    public TopologyPlan plan() {
        return registry.plan();
    }

    @Override
    public TopologyStatus status() {
        return life.status();
    }

    @Override
    public Optional<TopologyFailure> failure() {
        return life.failure();
    }

    @Override
    public int uptimeSecs() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(clock.nanoTime() - submittedNs);
    }

    @Override
    public int launchTimeSecs() {
        return launchTimeSecs;
    }

    @Override
    public void activate() {
        setActive(true);
        opening.beginIfActive();
    }

    @Override
    public void deactivate() {
        setActive(false);
    }

    private void setActive(boolean active) {
        if (life.setActive(active)) {
            activation.apply();
        }
    }

    @Override
    public void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        synchronized (waitingRebalance) {
            if (life.isStarting() && resources.reconfiguration() != null) {
                plan().withConf(confOverrides)
                        .withExecutors(executorCounts); // throws if the request is invalid
                waitingRebalance.add(executorCounts, confOverrides);
                return;
            }
        }
        checkedReconfiguration("rebalance").rebalance(executorCounts, confOverrides, limit);
    }

    /**
     * Executes the pending request, if {@link #rebalance} was called while the topology was opening
     * and the topology is open now. Called periodically by the engine's monitor, on one thread.
     *
     * @throws InterruptedException if the caller is interrupted meanwhile
     */
    public void rebalanceIfWaiting() throws InterruptedException {
        Reconfiguration reconfiguration = resources.reconfiguration();
        if (waitingRebalance.isPending() && reconfiguration != null && isRunning()) {
            waitingRebalance.attempt(reconfiguration);
        }
    }

    private Reconfiguration checkedReconfiguration(String operation) {
        // Read before the check, as it becomes null at the end.
        Reconfiguration reconfiguration = resources.reconfiguration();
        life.checkRunning(operation);
        return Objects.requireNonNull(reconfiguration, "not assembled");
    }

    /**
     * Changes the executors of a component while the topology runs, as {@link #rebalance} does.
     *
     * @param places all new executors of the component, with their cores
     * @param limit see {@link #rebalance}
     * @throws IllegalStateException see {@link #rebalance}
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public void resize(String componentId, Map<ExecutorPlan, Core> places, Duration limit)
            throws InterruptedException {
        checkedReconfiguration("rebalance").resize(componentId, places, limit);
    }

    /**
     * Moves executors to other cores, with their tasks, queued tuples and pending messages. No
     * tuple is lost or reordered, and no call is repeated.
     *
     * @param places the new cores of the executors to move; executors that no longer exist are
     *     ignored
     * @param limit how long to wait until user code of these executors is between two calls
     * @return the number of executors that moved; 0 if user code did not return in time, or the
     *     topology is starting or ending
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public int move(Map<ExecutorPlan, Core> places, Duration limit) throws InterruptedException {
        Reconfiguration reconfiguration = resources.reconfiguration();
        return reconfiguration != null && isRunning() ? reconfiguration.move(places, limit) : 0;
    }

    /** Returns whether all tasks are open, and the topology is not ending. */
    public boolean isRunning() {
        return life.isRunning();
    }

    @Override
    public void kill(Duration wait) {
        if (!life.kill()) {
            return;
        }
        activation.apply();
        end.closeAfter(wait);
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        return life.await(limit);
    }

    @Override
    public boolean awaitStarted(Duration limit) throws InterruptedException {
        return life.awaitStarted(limit);
    }

    @Override
    public void setCredentials(Map<String, String> next) {
        try {
            resources.setCredentials(next);
        } catch (RuntimeException e) {
            fail("(credentials)", "topology.auto-credentials", e);
            return;
        }
        registry.forEachExecutor(executor -> executor.proxy().refreshCredentials());
    }

    @Override
    public boolean isQuiet() {
        return registry.isQuiet();
    }

    @Override
    public TopologyMetrics metrics() {
        return reports.metrics();
    }

    @Override
    public List<SpoutEnd> spoutEnds() {
        return life.isRunning() ? reports.spoutEnds() : List.of();
    }

    /** Returns the executors that run the tasks now, in the order of their first task. */
    public List<Executor> executors() {
        return registry.executors();
    }

    /** Returns a task; null if there is no such task, or it is an acker. */
    public @Nullable Task task(int taskId) {
        return registry.task(taskId);
    }

    /** Records an evaluation of the engine's placement. */
    public void onPlacementEvaluation(PlacementReport.Evaluation evaluation) {
        reports.onPlacementEvaluation(evaluation);
    }

    @Override
    public PlacementReport placement() {
        return reports.placement(resources.moves());
    }

    /** Feeds counters into Storm's statistics. Called once per second by one thread. */
    public void feedMetrics() {
        if (!life.isClosing()) {
            openingTasks.logWarning();
            feedFailures.runLogged(
                    () -> {
                        reports.feed();
                        resources.updateRateCounters();
                    });
        }
    }

    /** Returns whether the configuration lets the numbers of executors follow the load. */
    public boolean followsLoad() {
        String where = "topology '" + plan().name() + "'";
        return ConfigKeys.booleanValue(ConfigKeys.PARALLELISM_AUTO, plan().conf(), where);
    }

    /** Records an evaluation of the numbers of executors. */
    public void onParallelismEvaluation(ParallelismReport report) {
        reports.onParallelismEvaluation(report);
    }

    @Override
    public ParallelismReport parallelism() {
        return reports.parallelism();
    }

    /** Returns the milliseconds since 1970 by the engine's clock. */
    public long currentTimeMillis() {
        return clock.currentTimeMillis();
    }

    @Override
    public List<TaskOpening> openings() {
        return openingTasks.callsInProgress();
    }

    @Override
    public List<ErrorReport> errors() {
        return reports.errors();
    }

    @Override
    public Map<Integer, Long> errorCounts() {
        return reports.errorCounts();
    }

    @Override
    public Traces traces() {
        return reports.traces();
    }

    @Override
    public void setDebug(String componentId, boolean enabled, double samplingPercent) {
        DebugOptions options = new DebugOptions();
        options.set_enable(enabled);
        options.set_samplingpct(samplingPercent);
        services.debugOptions().put(componentId.isEmpty() ? plan().id() : componentId, options);
    }

    /**
     * Fails the topology: it is closed, with the status FAILED.
     *
     * @param part the failed part, in place of a component's name
     * @param call the part that threw, for messages
     */
    public void fail(String part, String call, Throwable cause) {
        end.fail(part, -1, call, cause);
    }

    /**
     * Ends the back-off of spouts that had nothing to emit, so that they are called now. Any
     * thread.
     */
    public void endSpoutBackoffs() {
        registry.forEachExecutor(
                executor -> {
                    if (executor.proxy() instanceof SpoutProxy spout) {
                        spout.callNow();
                    }
                });
    }

    /** Returns the topology's name and status, for log lines. */
    @Override
    public String toString() {
        return "topology '" + plan().name() + "' " + status();
    }
}
