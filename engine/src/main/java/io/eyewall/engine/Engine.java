package io.eyewall.engine;

import io.eyewall.engine.adaptation.AutoParallelism;
import io.eyewall.engine.adaptation.CoreTree;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreGroup;
import io.eyewall.engine.core.CoreStack;
import io.eyewall.engine.executor.TopologyProbe;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.memory.CollectionListener;
import io.eyewall.engine.processor.Pinning;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.engine.thread.ThreadState;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs topologies on the cores of this machine. Has one thread per core, a watcher and a monitor,
 * whatever the number of executors; user code that blocks gets threads beyond that. Thread-safe.
 */
public final class Engine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final Duration SUBMISSION_LIMIT = Duration.ofSeconds(10);
    private static final Duration CLOSE_LIMIT = RunningTopology.LONGEST_END.plusSeconds(5);

    private final EngineSettings settings;
    private final CoreGroup cores;
    private final LivePlacement placement;
    private final SupervisedThread monitor;
    private final CollectionListener collections;
    private final List<TopologyRuntime> topologies = new CopyOnWriteArrayList<>();
    private final Object submissions = new Object();

    // Guarded by submissions.
    private int underWay;
    private boolean closed;

    private Engine(EngineSettings settings, Clock clock) {
        this.settings = settings;
        List<Core> created =
                Core.create(settings.cores(), settings.batchSize(), settings.linkBatches(), clock);
        this.cores =
                new CoreGroup(
                        created,
                        settings.idleSpinNs(),
                        CoreStack.bytes(settings.directDepth()),
                        settings.blockingThresholdNs(),
                        this::onDefect);
        Optional<Pinning> pinning = settings.pinCores() ? Pinning.of(created) : Optional.empty();
        this.placement =
                new LivePlacement(
                        created,
                        pinning.map(p -> CoreTree.of(p.nodes(), p.remoteToLocal()))
                                .orElse(CoreTree.flat(created.size())),
                        settings.placementPlugins(),
                        settings.placement(),
                        Duration.ofSeconds(settings.placementPeriodSecs()));
        AutoParallelism parallelism = new AutoParallelism(created, placement);
        this.monitor =
                new SupervisedThread(
                        "eyewall-monitor",
                        new Monitor(topologies, pinning.orElse(null), parallelism, placement));
        this.collections = CollectionListener.open(); // last: whoever throws would not close it
    }

    /** What can't be found out on this JVM must be configured. */
    private static void warnOfUnreadableThreadLocals() {
        if (!ThreadState.findsThreadLocals()) {
            LOG.warn(
                    "thread-local values can't be read on this JVM: components whose prepare or"
                            + " open stores any need eyewall.executor.dedicated: true");
        }
    }

    /** Starts an engine with its threads. */
    public static Engine start(EngineSettings settings) {
        return start(settings, Clock.SYSTEM);
    }

    /**
     * Starts an engine whose timers go by another clock than the machine's. What ends user code
     * that does not return when its topology is killed goes by the machine's all the same.
     *
     * @param clock read by all threads
     */
    public static Engine start(EngineSettings settings, Clock clock) {
        warnOfUnreadableThreadLocals();
        Engine engine = new Engine(settings, clock);
        engine.cores.start();
        engine.monitor.start();
        return engine;
    }

    public EngineSettings settings() {
        return settings;
    }

    /**
     * Starts a topology; returns as soon as its tasks exist.
     *
     * @return the topology, {@link TopologyStatus#STARTING} or already failed
     * @throws IllegalStateException if the engine is closed
     */
    public RunningTopology submit(TopologyPlan plan, SubmitSettings submit) {
        return submit(plan, submit, null);
    }

    /**
     * As {@link #submit(TopologyPlan, SubmitSettings)}, with somebody who looks on.
     *
     * @param probe told of what the topology does, or null
     */
    public RunningTopology submit(
            TopologyPlan plan, SubmitSettings submit, @Nullable TopologyProbe probe) {
        beginSubmission(plan);
        try {
            TopologyRuntime runtime =
                    TopologyRuntime.start(
                            plan,
                            submit,
                            settings,
                            cores.cores(),
                            cores,
                            Engine::inBackground,
                            probe,
                            this::onOver);
            topologies.add(runtime);
            if (runtime.status().isOver()) {
                topologies.remove(runtime);
            }
            return runtime;
        } finally {
            endSubmission();
        }
    }

    private void beginSubmission(TopologyPlan plan) {
        synchronized (submissions) {
            if (closed) {
                throw new IllegalStateException(
                        "topology '" + plan.name() + "': the engine is closed; start another");
            }
            underWay++;
        }
    }

    private void endSubmission() {
        synchronized (submissions) {
            underWay--;
            submissions.notifyAll();
        }
    }

    /** Whether it is to be closed now, by the caller: true once. Nothing is submitted after. */
    private boolean beginClosing() {
        synchronized (submissions) {
            boolean first = !closed;
            closed = true;
            return first;
        }
    }

    private void awaitSubmissions(long deadlineNs) throws InterruptedException {
        synchronized (submissions) {
            long leftNs;
            while (underWay > 0 && (leftNs = deadlineNs - System.nanoTime()) > 0) {
                TimeUnit.NANOSECONDS.timedWait(submissions, leftNs);
            }
            if (underWay > 0) {
                LOG.warn("{} submissions did not return within {}", underWay, SUBMISSION_LIMIT);
            }
        }
    }

    private static void inBackground(Runnable command) {
        new SupervisedThread("eyewall-finisher", () -> runOnce(command)).start();
    }

    private static boolean runOnce(Runnable command) {
        command.run();
        return false;
    }

    private void onOver(TopologyRuntime runtime) {
        topologies.remove(runtime);
        cores.renewThreads();
    }

    /** Topologies that are not over, in the order of their submission. */
    public List<RunningTopology> topologies() {
        return List.copyOf(topologies);
    }

    /**
     * Waits until every core has run all timers that are due by now, asked each spout once that had
     * nothing before, and given one turn to what that made ready: for clocks that are set.
     *
     * @return whether that is so; false when the time ran out first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public boolean awaitDueTimers(Duration limit) throws InterruptedException {
        topologies.forEach(TopologyRuntime::askSpoutsAgain);
        boolean due = awaitOneRound(limit);
        return due && awaitOneRound(limit);
    }

    private boolean awaitOneRound(Duration limit) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(cores.cores().size());
        for (Core core : cores.cores()) {
            long nowNs = core.clock().nanoTime();
            core.submit(() -> core.timers().at(nowNs, done::countDown)); // behind those due before
        }
        return done.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Decides where executors run, while they run; how it does so can be changed at any time. */
    public LivePlacement placement() {
        return placement;
    }

    /** How many times a thread was blocked in user code and replaced. */
    public int blockedThreads() {
        return cores.replacements();
    }

    /** An exception of the engine's own code: nobody at work on that core can go on. */
    private void onDefect(Core core, Throwable defect) {
        for (TopologyRuntime topology : topologies) {
            if (topology.executors().stream().anyMatch(executor -> executor.core() == core)) {
                topology.fail("(engine)", "core " + core.index(), defect);
            }
        }
        LOG.error("core {}: defect in the engine; its topologies fail", core.index(), defect);
    }

    /**
     * Kills all topologies without waiting for tuples under way, then ends the threads. From its
     * beginning on nothing can be submitted; what is being submitted ends with the others. Tasks
     * are cleaned up also if the caller was interrupted before; an interrupt while this waits for
     * them ends the wait. Either is kept.
     */
    @Override
    public void close() {
        if (!beginClosing()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            endTopologies();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        monitor.stop();
        try {
            cores.stop();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        collections.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void endTopologies() throws InterruptedException {
        long beginNs = System.nanoTime();
        long deadlineNs = beginNs + CLOSE_LIMIT.toNanos(); // for all together
        topologies.forEach(topology -> topology.kill(Duration.ZERO));
        awaitSubmissions(beginNs + SUBMISSION_LIMIT.toNanos());
        topologies.forEach(topology -> topology.kill(Duration.ZERO));
        for (TopologyRuntime topology : topologies) {
            if (!topology.await(Duration.ofNanos(deadlineNs - System.nanoTime()))) {
                LOG.warn("{} did not end within {}", topology, CLOSE_LIMIT);
            }
        }
    }
}
