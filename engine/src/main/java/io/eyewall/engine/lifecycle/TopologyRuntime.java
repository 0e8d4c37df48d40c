package io.eyewall.engine.lifecycle;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Standstill;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.ExecutorHost;
import io.eyewall.engine.executor.ExecutorSettings;
import io.eyewall.engine.executor.Probe;
import io.eyewall.engine.executor.SpoutExecutor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.metrics.CoreMetrics;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.apache.storm.generated.DebugOptions;
import org.apache.storm.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topology's life, from submission to its end. Thread-safe: the status and what goes with it are
 * guarded by this object's monitor, and user code is never called with it held. Delays are timers
 * of core 0, so that a stepped engine needs no other clock; what may block at the end of a life
 * runs on the finisher.
 */
public final class TopologyRuntime implements RunningTopology, ExecutorHost {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyRuntime.class);
    private static final long ABANDON_AFTER_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long ABANDON_CLEANUP_AFTER_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long INTERRUPT_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final List<Core> cores;
    private final Standstill standstill;
    private final ReentrantReadWriteLock taskMoves = new ReentrantReadWriteLock();
    private final Object rebalances = new Object();
    private final Clock clock;
    private final java.util.concurrent.Executor finisher;
    private final Probe probe;
    private final Consumer<TopologyRuntime> onOver;
    private final ErrorLog errors;
    private final ClassLoader classLoader;
    private final long submittedNs;
    private final int launchTimeSecs;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<TopologyFailure> failure = new AtomicReference<>();
    private final AtomicInteger moves = new AtomicInteger();
    private final Map<String, DebugOptions> debugOptions = new ConcurrentHashMap<>();

    private volatile TopologyPlan plan;
    private volatile TopologyAssembly assembly;
    private volatile Map<String, String> credentials;
    private volatile List<Executor> executors = List.of();
    private volatile Map<Integer, Task> tasks = Map.of();
    private volatile MetricsReader metrics;
    private volatile ParallelismReport parallelism = ParallelismReport.NONE;
    private volatile PlacementReport.Look lastLook;
    private volatile PlacementReport.Look lastChange;
    private volatile boolean closing;
    private volatile WorkerCredentials workerCredentials;
    private WorkerEnvironment environment;

    // Guarded by this.
    private TopologyStatus status = TopologyStatus.STARTING;
    private boolean wantsActive;
    private boolean opening;
    private int unopened;
    private int unclosed;

    private TopologyRuntime(
            TopologyPlan plan,
            SubmitSettings settings,
            List<Core> cores,
            Standstill standstill,
            java.util.concurrent.Executor finisher,
            Probe probe,
            Consumer<TopologyRuntime> onOver) {
        this.plan = plan;
        this.cores = cores;
        this.standstill = standstill;
        this.clock = cores.get(0).clock();
        this.finisher = finisher;
        this.probe = probe;
        this.onOver = onOver;
        this.errors = new ErrorLog(plan);
        this.classLoader = settings.classLoader();
        this.credentials = settings.credentials();
        this.submittedNs = clock.nanoTime();
        this.launchTimeSecs = (int) (clock.currentTimeMillis() / 1000);
        this.wantsActive = settings.active();
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
            Probe probe,
            Consumer<TopologyRuntime> onOver) {
        TopologyRuntime runtime =
                new TopologyRuntime(plan, settings, cores, standstill, finisher, probe, onOver);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(settings.classLoader());
        try {
            runtime.assemble(settings, engine);
        } catch (Throwable e) {
            runtime.fail("(assembly)", -1, "assembly of the topology", e);
            return runtime;
        } finally {
            thread.setContextClassLoader(before);
        }
        runtime.openIfWanted();
        return runtime;
    }

    private void assemble(SubmitSettings settings, EngineSettings engine) throws Exception {
        workerCredentials = new WorkerCredentials(plan.conf(), credentials);
        environment = new WorkerEnvironment(plan, settings);
        environment.startHooks();
        assembly = new TopologyAssembly(plan, environment, this, engine, settings.classLoader());
        try {
            assembly.assemble(cores);
        } catch (Throwable e) {
            cores.forEach(core -> core.disown(assembly.executors())); // never to run
            throw e;
        }
        tasks = Map.copyOf(assembly.tasks());
        executors = List.copyOf(assembly.executors());
        metrics = new MetricsReader(executors, environment, plan.id());
        unopened = executors.size();
        unclosed = executors.size();
    }

    private void openIfWanted() {
        synchronized (this) {
            if (!wantsActive || opening || closing) {
                return;
            }
            opening = true;
        }
        for (Executor executor : executors) {
            if (!(executor instanceof SpoutExecutor)) {
                executor.open();
            }
        }
        for (Executor executor : executors) {
            if (executor instanceof SpoutExecutor spout) {
                spout.open();
                spout.setActive(true);
            }
        }
    }

    // ---- RunningTopology --------------------------------------------------------------------

    @Override
    public TopologyPlan plan() {
        return plan;
    }

    @Override
    public synchronized TopologyStatus status() {
        return status;
    }

    @Override
    public Optional<TopologyFailure> failure() {
        return Optional.ofNullable(failure.get());
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
        synchronized (this) {
            if (status.compareTo(TopologyStatus.KILLED) >= 0) {
                return;
            }
            wantsActive = active;
            if (status != TopologyStatus.STARTING || !opening) {
                status = activeStatus();
            }
        }
        tellSpouts(active);
    }

    private TopologyStatus activeStatus() {
        if (wantsActive) {
            return unopened > 0 ? TopologyStatus.STARTING : TopologyStatus.ACTIVE;
        }
        return TopologyStatus.INACTIVE;
    }

    private void tellSpouts(boolean active) {
        toExecutors(
                executor -> {
                    if (executor instanceof SpoutExecutor spout) {
                        spout.setActive(active);
                    }
                });
    }

    /** Hands something to every executor, none of which is replaced at that moment. */
    private void toExecutors(Consumer<Executor> command) {
        taskMoves.readLock().lock();
        try {
            executors.forEach(command);
        } finally {
            taskMoves.readLock().unlock();
        }
    }

    @Override
    public void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        rebalance(executorCounts, confOverrides, assembly.placement(), limit);
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
        Map<String, Integer> counts = Map.of(componentId, places.size());
        rebalance(counts, Map.of(), placer(places), limit);
    }

    private void rebalance(
            Map<String, Integer> executorCounts,
            Map<String, Object> confOverrides,
            Placer placer,
            Duration limit)
            throws InterruptedException {
        synchronized (rebalances) {
            checkRuns("rebalance");
            TopologyPlan next = plan.withConf(confOverrides).withExecutors(executorCounts);
            Set<String> changed = changed(next);
            List<Executor> affected =
                    executors.stream()
                            .filter(e -> changed.contains(e.component().componentId()))
                            .toList();
            if (affected.isEmpty()) {
                plan = next;
                return;
            }
            if (!replace(next, affected, placer, limit)) {
                throw new IllegalStateException(
                        "topology '"
                                + plan.name()
                                + "': not rebalanced, since user code of "
                                + affected
                                + " did not return within "
                                + limit.toMillis()
                                + " ms; it runs as before; try again with a longer limit");
            }
            checkRuns("rebalance"); // it may have failed meanwhile
        }
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
        synchronized (rebalances) {
            List<Executor> affected =
                    executors.stream()
                            .filter(e -> places.getOrDefault(e.plan(), e.core()) != e.core())
                            .toList();
            if (affected.isEmpty() || !isRunning()) {
                return 0;
            }
            int moved = replace(plan, affected, placer(places), limit) ? affected.size() : 0;
            moves.addAndGet(moved);
            return moved;
        }
    }

    private static Placer placer(Map<ExecutorPlan, Core> places) {
        return (component, made) -> made.forEach(e -> e.place(places.get(e.plan())));
    }

    private boolean replace(
            TopologyPlan next, List<Executor> affected, Placer placer, Duration limit)
            throws InterruptedException {
        Rebalance rebalance =
                new Rebalance(next, affected, assembly, cores, placer, taskMoves.writeLock());
        return rebalance.run(standstill, new Replacement(next, affected), limit);
    }

    /** Components that need new executors. */
    private Set<String> changed(TopologyPlan next) {
        Set<String> changed = new HashSet<>();
        for (Executor executor : executors) {
            ComponentPlan component = next.component(executor.component().componentId());
            if (component.isUser()
                    && (!next.executors().contains(executor.plan())
                            || !ExecutorSettings.of(next, component).equals(executor.settings()))) {
                changed.add(component.componentId());
            }
        }
        return changed;
    }

    /** Whether all tasks are open, and it is not ending. */
    public synchronized boolean isRunning() {
        return !closing && status != TopologyStatus.STARTING && !status.isOver();
    }

    private synchronized void checkRuns(String what) {
        if (!isRunning()) {
            throw new IllegalStateException(
                    "topology '"
                            + plan.name()
                            + "': "
                            + what
                            + " while it is "
                            + (closing && !status.isOver() ? "ending" : status)
                            + "; expected ACTIVE or INACTIVE, with all tasks open");
        }
    }

    /** Puts the executors of a rebalance in the place of the old ones. */
    private final class Replacement implements Rebalance.Adoption {
        private final TopologyPlan next;
        private final List<Executor> old;

        Replacement(TopologyPlan next, List<Executor> old) {
            this.next = next;
            this.old = old;
        }

        @Override
        public boolean mayMove() {
            synchronized (TopologyRuntime.this) {
                return !closing;
            }
        }

        @Override
        public void moved(List<Executor> made) {
            List<Executor> all = new ArrayList<>(executors);
            all.removeAll(old);
            all.addAll(made);
            all.sort(Comparator.comparingInt(executor -> executor.plan().firstTask()));
            synchronized (TopologyRuntime.this) {
                plan = next;
                executors = List.copyOf(all);
                unclosed = all.size();
                if (unopened > 0) {
                    unopened = all.size(); // none is open: checkRuns refuses what is in between
                }
                if (closing) { // since mayMove was asked; the old ones have been told to close
                    made.forEach(Executor::close);
                }
            }
            metrics.replace(executors);
        }
    }

    @Override
    public void kill(Duration wait) {
        synchronized (this) {
            if (status.isOver()) {
                return;
            }
            status = TopologyStatus.KILLED;
            wantsActive = false;
        }
        tellSpouts(false);
        if (wait.isZero() || wait.isNegative()) {
            closeAll();
        } else {
            after(wait.toNanos(), this::closeAll);
        }
    }

    private void after(long delayNs, Runnable command) {
        Core core = cores.get(0);
        core.submit(() -> core.timers().at(clock.nanoTime() + delayNs, command));
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean awaitStarted(Duration limit) throws InterruptedException {
        return started.await(limit.toNanos(), TimeUnit.NANOSECONDS);
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
        toExecutors(Executor::refreshCredentials);
    }

    @Override
    public boolean isQuiet() {
        // In this order: what is sent or executed while we look can't make both sums equal.
        long executed = executors.stream().mapToLong(Executor::executedTuples).sum();
        return executors.stream().allMatch(Executor::isQuiet)
                && executed == executors.stream().mapToLong(Executor::sentTuples).sum();
    }

    @Override
    public TopologyMetrics metrics() {
        MetricsReader reader = metrics;
        List<CoreMetrics> coreMetrics = cores.stream().map(Core::metrics).toList();
        return reader == null
                ? new TopologyMetrics(List.of(), List.of(), LatencySnapshot.EMPTY, coreMetrics)
                : reader.read(coreMetrics);
    }

    /** What runs its tasks now; in the order of their first task. */
    public List<Executor> executors() {
        return executors;
    }

    /** The engine has been advised where all its executors should run. */
    public void onLook(PlacementReport.Look look) {
        lastLook = look;
        if (look.advice().verdict().isAdopted()) {
            lastChange = look;
        }
    }

    @Override
    public PlacementReport placement() {
        return new PlacementReport(
                Optional.ofNullable(lastLook), Optional.ofNullable(lastChange), moves.get());
    }

    /** Carries counters over to Storm's statistics; once per second. */
    public void feedMetrics() {
        MetricsReader reader = metrics;
        if (reader != null && !closing) {
            reader.feed();
        }
    }

    /** Whether the numbers of its executors are to follow their load, as its configuration says. */
    public boolean followsLoad() {
        String where = "topology '" + plan.name() + "'";
        return ConfigKeys.booleanValue(ConfigKeys.PARALLELISM_AUTO, plan.conf(), where);
    }

    /** Somebody has looked at its numbers of executors. */
    public void onParallelism(ParallelismReport report) {
        parallelism = report;
    }

    @Override
    public ParallelismReport parallelism() {
        return parallelism;
    }

    /** Milliseconds since 1970, by the engine's clock. */
    public long currentTimeMillis() {
        return clock.currentTimeMillis();
    }

    @Override
    public List<ErrorReport> errors() {
        return errors.reports();
    }

    @Override
    public void setDebug(String componentId, boolean enabled, double samplingPercent) {
        DebugOptions options = new DebugOptions();
        options.set_enable(enabled);
        options.set_samplingpct(samplingPercent);
        debugOptions.put(componentId.isEmpty() ? plan.id() : componentId, options);
    }

    // ---- ExecutorHost -----------------------------------------------------------------------

    @Override
    public void fail(String componentId, int taskId, String call, Throwable cause) {
        if (closing) {
            if (!Utils.exceptionCauseIsInstanceOf(InterruptedException.class, cause)) {
                LOG.warn("{} task {}: {} threw while closing", componentId, taskId, call, cause);
            }
            return;
        }
        TopologyFailure what = new TopologyFailure(plan.name(), componentId, taskId, call, cause);
        if (failure.compareAndSet(null, what)) {
            LOG.error(what.describe(), cause);
            keepError(componentId, taskId, cause);
            synchronized (this) {
                if (status.isOver()) {
                    return;
                }
                wantsActive = false;
            }
            closeAll();
        }
    }

    @Override
    public void reportError(String componentId, int taskId, Throwable error) {
        MetricsReader reader = metrics;
        if (reader != null) {
            reader.countReportedError(taskId);
        }
        keepError(componentId, taskId, error);
    }

    private void keepError(String componentId, int taskId, Throwable error) {
        errors.report(componentId, taskId, error, (int) (clock.currentTimeMillis() / 1000));
    }

    @Override
    public void onOpened(Executor executor) {
        if (probe != null) {
            probe.onOpened(executor);
        }
        synchronized (this) {
            if (--unopened > 0) {
                return;
            }
            if (status == TopologyStatus.STARTING) {
                status = activeStatus();
            }
        }
        started.countDown();
    }

    @Override
    public void onClosed(Executor executor) {
        synchronized (this) {
            if (--unclosed > 0) {
                return;
            }
        }
        finisher.execute(this::end);
    }

    @Override
    public ClassLoader classLoader() {
        return classLoader;
    }

    @Override
    public boolean isOver() {
        return failure.get() != null;
    }

    @Override
    public Map<String, String> credentials() {
        return credentials;
    }

    @Override
    public Lock whileTasksStay() {
        return taskMoves.readLock();
    }

    @Override
    public Task task(int taskId) {
        return tasks.get(taskId);
    }

    @Override
    public Map<String, DebugOptions> debugOptions() {
        return debugOptions;
    }

    @Override
    public Probe probe() {
        return probe;
    }

    // ---- the end ----------------------------------------------------------------------------

    private void closeAll() {
        synchronized (this) {
            if (closing) {
                return;
            }
            closing = true;
        }
        if (executors.isEmpty()) {
            finisher.execute(this::end);
            return;
        }
        toExecutors(Executor::close);
        insistAfter(INTERRUPT_AFTER_NS, () -> executors.forEach(Executor::interruptAway));
        insistAfter(ABANDON_AFTER_NS, () -> executors.forEach(executor -> executor.abandon(false)));
        insistAfter(
                ABANDON_CLEANUP_AFTER_NS,
                () -> executors.forEach(executor -> executor.abandon(true)));
    }

    /**
     * What is done if user code keeps the topology from ending. It may be waiting for a clock that
     * nobody sets forward any more, so that this must not.
     */
    private void insistAfter(long delayNs, Runnable command) {
        if (clock.isSetFromOutside()) {
            Core core = cores.get(0);
            CompletableFuture.delayedExecutor(delayNs, TimeUnit.NANOSECONDS)
                    .execute(() -> core.submit(command));
        } else {
            after(delayNs, command);
        }
    }

    private void end() {
        cores.forEach(core -> core.disown(executors));
        if (metrics != null) {
            metrics.feed();
            metrics.close();
        }
        try {
            if (environment != null) {
                environment.close();
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("topology '{}': worker hook threw at shutdown", plan.name(), e);
        }
        synchronized (this) {
            status = failure.get() == null ? TopologyStatus.ENDED : TopologyStatus.FAILED;
        }
        onOver.accept(this);
        started.countDown();
        over.countDown();
    }

    /** For the log. */
    @Override
    public String toString() {
        return "topology '" + plan.name() + "' " + status();
    }
}
