package io.eyewall.engine.lifecycle;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.StackTraceText;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Standstill;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.ExecutorHost;
import io.eyewall.engine.executor.Probe;
import io.eyewall.engine.executor.SpoutExecutor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.apache.storm.generated.DebugOptions;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topology, from submission to its end, as the engine, users and its own executors see it. What
 * it consists of has owners of its own: {@link TopologyLife} knows how far it has come, {@link
 * Roster} what runs its tasks, {@link Reconfiguration} changes that, {@link Closing} ends it; here
 * is what one of them has to tell another. Thread-safe; user code is never called with a lock held.
 * What may block at the end of a life runs on the finisher.
 */
public final class TopologyRuntime implements RunningTopology, ExecutorHost {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyRuntime.class);

    private final List<Core> cores;
    private final Clock clock;
    private final java.util.concurrent.Executor finisher;
    private final @Nullable Probe probe;
    private final Consumer<TopologyRuntime> onOver;
    private final ClassLoader classLoader;
    private final long submittedNs;
    private final int launchTimeSecs;
    private final TopologyLife life;
    private final Roster roster;
    private final Closing closing;
    private final TopologyReports reports;
    private final Map<String, DebugOptions> debugOptions = new ConcurrentHashMap<>();
    private final Activation activation;
    private final OpeningTasks openings;

    private volatile Map<String, String> credentials;
    // Null until the topology has been assembled.
    private volatile @Nullable Reconfiguration reconfiguration;
    private volatile @Nullable WorkerCredentials workerCredentials;
    private @Nullable WorkerEnvironment environment;

    private TopologyRuntime(
            TopologyPlan plan,
            SubmitSettings settings,
            List<Core> cores,
            java.util.concurrent.Executor finisher,
            @Nullable Probe probe,
            Consumer<TopologyRuntime> onOver) {
        this.cores = cores;
        this.clock = cores.get(0).clock();
        this.finisher = finisher;
        this.probe = probe;
        this.onOver = onOver;
        this.classLoader = settings.classLoader();
        this.credentials = settings.credentials();
        this.submittedNs = clock.nanoTime();
        this.launchTimeSecs = (int) (clock.currentTimeMillis() / 1000);
        this.life = new TopologyLife(plan.name(), settings.active());
        this.roster = new Roster(plan);
        this.activation = new Activation(roster, life);
        this.closing = new Closing(roster, cores.get(0));
        this.reports = new TopologyReports(plan, cores);
        this.openings = new OpeningTasks(plan, clock);
    }

    /** As the method below, with nobody who looks on. */
    public static TopologyRuntime start(
            TopologyPlan plan,
            SubmitSettings settings,
            EngineSettings engine,
            List<Core> cores,
            Standstill standstill,
            java.util.concurrent.Executor finisher,
            Consumer<TopologyRuntime> onOver) {
        return start(plan, settings, engine, cores, standstill, finisher, null, onOver);
    }

    /**
     * Makes a topology's tasks and begins to open them. A component that can't be made fails the
     * topology, not the call.
     *
     * @param standstill stops the cores
     * @param finisher runs what may block when the topology ends
     * @param probe looks on, or null
     * @param onOver told once, when everything has ended
     */
    public static TopologyRuntime start(
            TopologyPlan plan,
            SubmitSettings settings,
            EngineSettings engine,
            List<Core> cores,
            Standstill standstill,
            java.util.concurrent.Executor finisher,
            @Nullable Probe probe,
            Consumer<TopologyRuntime> onOver) {
        TopologyRuntime runtime =
                new TopologyRuntime(plan, settings, cores, finisher, probe, onOver);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(settings.classLoader());
        try {
            runtime.assemble(settings, engine, standstill);
        } catch (Throwable e) {
            runtime.fail("(assembly)", -1, "assembly of the topology", e);
            return runtime;
        } finally {
            thread.setContextClassLoader(before);
        }
        runtime.openIfWanted();
        return runtime;
    }

    private void assemble(SubmitSettings settings, EngineSettings engine, Standstill standstill)
            throws Exception {
        TopologyPlan plan = plan();
        workerCredentials = new WorkerCredentials(plan.conf(), credentials);
        environment = new WorkerEnvironment(plan, settings);
        environment.startHooks();
        TopologyAssembly assembly =
                new TopologyAssembly(plan, environment, this, engine, settings.classLoader());
        try {
            assembly.assemble(cores);
        } catch (Throwable e) {
            cores.forEach(core -> core.disown(assembly.executors())); // never to run
            throw e;
        }
        roster.assembled(assembly);
        life.assembled(executors().size());
        MetricsReader metrics = new MetricsReader(executors(), environment, plan.id());
        reports.assembled(metrics);
        reconfiguration = new Reconfiguration(roster, life, assembly, metrics, cores, standstill);
    }

    private void openIfWanted() {
        if (!life.beginOpening()) {
            return;
        }
        roster.toAll(
                executor -> {
                    if (!(executor instanceof SpoutExecutor)) {
                        executor.proxy().open();
                    }
                });
        roster.toAll(
                executor -> {
                    if (executor instanceof SpoutExecutor) {
                        executor.proxy().open();
                    }
                });
    }

    // ---- RunningTopology --------------------------------------------------------------------

    @Override
    public TopologyPlan plan() {
        return roster.plan();
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
        openIfWanted();
    }

    @Override
    public void deactivate() {
        setActive(false);
    }

    private void setActive(boolean active) {
        if (life.setActive(active)) {
            activation.tell();
        }
    }

    @Override
    public void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        life.checkRuns("rebalance");
        reconfiguration().rebalance(executorCounts, confOverrides, limit);
    }

    /**
     * Gives a component other executors while it runs, as {@link #rebalance} does.
     *
     * @param places the new executors, as many as it is to have, with their cores
     * @param limit as of {@link #rebalance}
     * @throws IllegalStateException as {@link #rebalance}
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public void resize(String componentId, Map<ExecutorPlan, Core> places, Duration limit)
            throws InterruptedException {
        life.checkRuns("rebalance");
        reconfiguration().resize(componentId, places, limit);
    }

    /**
     * Lets executors go on on other cores, with their tasks, the tuples that wait for them and the
     * messages that are pending. Nothing is lost, reordered or called twice.
     *
     * @param places the cores of those that are to move; those that are gone by now are left out
     * @param limit how long to wait until user code of these executors is between two calls
     * @return how many have moved; none if user code did not return in time, or the topology is
     *     starting or ending
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public int move(Map<ExecutorPlan, Core> places, Duration limit) throws InterruptedException {
        return isRunning() ? reconfiguration().move(places, limit) : 0;
    }

    private Reconfiguration reconfiguration() {
        return Objects.requireNonNull(reconfiguration, "not assembled");
    }

    /** Whether all tasks are open, and it is not ending. */
    public boolean isRunning() {
        return life.isRunning();
    }

    @Override
    public void kill(Duration wait) {
        if (!life.kill()) {
            return;
        }
        activation.tell();
        if (wait.isZero() || wait.isNegative()) {
            closeAll();
        } else {
            closing.after(wait.toNanos(), this::closeAll);
        }
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
        WorkerCredentials plugins = workerCredentials;
        if (plugins != null && !next.equals(credentials)) {
            try {
                plugins.update(next);
            } catch (RuntimeException e) {
                fail("(credentials)", -1, "topology.auto-credentials", e);
                return;
            }
        }
        credentials = Map.copyOf(next);
        roster.toAll(executor -> executor.proxy().refreshCredentials());
    }

    @Override
    public boolean isQuiet() {
        return roster.isQuiet();
    }

    @Override
    public TopologyMetrics metrics() {
        return reports.metrics();
    }

    /** What runs its tasks now; in the order of their first task. */
    public List<Executor> executors() {
        return roster.executors();
    }

    /** The engine has been advised where all its executors should run. */
    public void onLook(PlacementReport.Look look) {
        reports.onLook(look);
    }

    @Override
    public PlacementReport placement() {
        Reconfiguration moving = reconfiguration;
        return reports.placement(moving == null ? 0 : moving.moves());
    }

    /** Carries counters over to Storm's statistics; once per second. */
    public void feedMetrics() {
        if (!life.isClosing()) {
            openings.warn();
            reports.feed();
        }
    }

    /** Whether the numbers of its executors are to follow their load, as its configuration says. */
    public boolean followsLoad() {
        String where = "topology '" + plan().name() + "'";
        return ConfigKeys.booleanValue(ConfigKeys.PARALLELISM_AUTO, plan().conf(), where);
    }

    /** Somebody has looked at its numbers of executors. */
    public void onParallelism(ParallelismReport report) {
        reports.onParallelism(report);
    }

    @Override
    public ParallelismReport parallelism() {
        return reports.parallelism();
    }

    /** Milliseconds since 1970, by the engine's clock. */
    public long currentTimeMillis() {
        return clock.currentTimeMillis();
    }

    @Override
    public List<TaskOpening> openings() {
        return openings.now();
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
    public void setDebug(String componentId, boolean enabled, double samplingPercent) {
        DebugOptions options = new DebugOptions();
        options.set_enable(enabled);
        options.set_samplingpct(samplingPercent);
        debugOptions.put(componentId.isEmpty() ? plan().id() : componentId, options);
    }

    // ---- ExecutorHost -----------------------------------------------------------------------

    @Override
    public void fail(String componentId, int taskId, String call, Throwable cause) {
        if (life.isClosing()) {
            if (!Utils.exceptionCauseIsInstanceOf(InterruptedException.class, cause)) {
                LOG.warn("{} task {}: {} threw while closing", componentId, taskId, call, cause);
            }
            return;
        }
        TopologyFailure what = new TopologyFailure(plan().name(), componentId, taskId, call, cause);
        if (life.fail(what)) {
            log(what);
            reports.failure(componentId, taskId, cause);
            if (life.giveUp()) {
                closeAll();
            }
        }
    }

    private static void log(TopologyFailure what) {
        try {
            LOG.error(what.describe(), what.cause());
        } catch (Throwable thrown) { // by the exception, which is user code: it can't be printed
            LOG.error("{}\n{}", what.describe(), StackTraceText.of(what.cause()));
        }
    }

    @Override
    public void reportError(String componentId, int taskId, @Nullable Throwable error) {
        reports.reportedError(componentId, taskId, error);
    }

    @Override
    public void onOpening(Executor executor, Task task) {
        if (!life.isClosing()) {
            openings.begin(executor, task);
        }
    }

    @Override
    public void onOpened(Executor executor) {
        openings.end(executor);
        if (probe != null) {
            probe.onOpened(executor);
        }
        if (life.opened()) {
            activation.tellOnCore();
            life.started();
        }
    }

    @Override
    public void onClosed(Executor executor) {
        openings.end(executor);
        if (life.closed()) {
            finisher.execute(this::end);
        }
    }

    @Override
    public ClassLoader classLoader() {
        return classLoader;
    }

    @Override
    public boolean isOver() {
        return life.hasFailed();
    }

    @Override
    public Map<String, String> credentials() {
        return credentials;
    }

    @Override
    public Lock whileTasksStay() {
        return roster.whileTasksStay();
    }

    @Override
    public @Nullable Task task(int taskId) {
        return roster.task(taskId);
    }

    @Override
    public Map<String, DebugOptions> debugOptions() {
        return debugOptions;
    }

    @Override
    public @Nullable Probe probe() {
        return probe;
    }

    // ---- the end ----------------------------------------------------------------------------

    private void closeAll() {
        if (!life.beginClosing()) {
            return;
        }
        if (executors().isEmpty()) {
            finisher.execute(this::end);
        } else {
            closing.begin();
        }
    }

    private void end() {
        cores.forEach(core -> core.disown(executors()));
        reports.close();
        try {
            if (environment != null) {
                environment.close();
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("topology '{}': worker hook threw at shutdown", plan().name(), e);
        }
        life.ended();
        onOver.accept(this);
        life.over();
    }

    /** For the log. */
    @Override
    public String toString() {
        return "topology '" + plan().name() + "' " + status();
    }
}
