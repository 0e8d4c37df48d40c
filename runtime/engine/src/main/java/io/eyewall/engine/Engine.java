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
import io.eyewall.engine.memory.GarbageCollectionListener;
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
 * Runs topologies on the cores of this machine. It has one thread per core, a watcher and a
 * monitor, whatever the number of executors; user code that blocks gets additional threads.
 * Thread-safe.
 */
public final class Engine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final Duration SUBMISSION_LIMIT = Duration.ofSeconds(10);
    private static final Duration CLOSE_LIMIT = RunningTopology.MAX_END_TIME.plusSeconds(5);

    private final EngineSettings settings;
    private final CoreGroup cores;
    private final LivePlacement placement;
    private final SupervisedThread monitor;
    private final GarbageCollectionListener collectionListener;
    private final List<TopologyRuntime> topologies = new CopyOnWriteArrayList<>();
    private final Object submissions = new Object();

    // Guarded by submissions.
    private int pendingSubmissions;
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
        Optional<Pinning> pinning =
                settings.pinCores() ? Pinning.create(created) : Optional.empty();
        this.placement =
                new LivePlacement(
                        created,
                        pinning.map(p -> CoreTree.ofNumaNodes(p.nodes(), p.remoteToLocal()))
                                .orElse(CoreTree.flat(created.size())),
                        settings.placementPlugins(),
                        settings.placement(),
                        Duration.ofSeconds(settings.placementPeriodSecs()));
        AutoParallelism parallelism = new AutoParallelism(created, placement);
        this.monitor =
                new SupervisedThread(
                        "eyewall-monitor",
                        new Monitor(topologies, pinning.orElse(null), parallelism, placement));
        // Opened last, because an exception above would leak it.
        this.collectionListener = GarbageCollectionListener.open();
    }

    /**
     * Warns if thread-local values cannot be detected on this JVM and must be configured instead.
     */
    private static void warnOfUnreadableThreadLocals() {
        if (!ThreadState.canReadThreadLocals()) {
            LOG.warn(
                    "thread-local values cannot be read on this JVM: set"
                            + " eyewall.executor.dedicated: true for components whose prepare or"
                            + " open stores any");
        }
    }

    /** Starts an engine and its threads. */
    public static Engine start(EngineSettings settings) {
        return start(settings, Clock.SYSTEM);
    }

    /**
     * Starts an engine whose timers use another clock than the machine's. If user code does not
     * return when its topology is killed, the time limits for it still use the machine's clock.
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
     * Starts a topology and returns as soon as its tasks exist.
     *
     * @return the topology, {@link TopologyStatus#STARTING} or already failed
     * @throws IllegalStateException if the engine is closed
     */
    public RunningTopology submit(TopologyPlan plan, SubmitSettings submitSettings) {
        return submit(plan, submitSettings, null);
    }

    /**
     * As {@link #submit(TopologyPlan, SubmitSettings)}, with an observer.
     *
     * @param probe observes the topology's executors, or null
     */
    public RunningTopology submit(
            TopologyPlan plan, SubmitSettings submitSettings, @Nullable TopologyProbe probe) {
        beginSubmission(plan);
        try {
            TopologyRuntime runtime =
                    TopologyRuntime.start(
                            plan,
                            submitSettings,
                            settings,
                            cores.cores(),
                            cores,
                            Engine::runInBackground,
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
            pendingSubmissions++;
        }
    }

    private void endSubmission() {
        synchronized (submissions) {
            pendingSubmissions--;
            submissions.notifyAll();
        }
    }

    /**
     * Rejects submissions from now on. Returns whether the caller must close the engine; true once.
     */
    private boolean beginClosing() {
        synchronized (submissions) {
            boolean first = !closed;
            closed = true;
            return first;
        }
    }

    private void awaitSubmissions(long deadlineNs) throws InterruptedException {
        synchronized (submissions) {
            long remainingNs;
            while (pendingSubmissions > 0 && (remainingNs = deadlineNs - System.nanoTime()) > 0) {
                TimeUnit.NANOSECONDS.timedWait(submissions, remainingNs);
            }
            if (pendingSubmissions > 0) {
                LOG.warn(
                        "{} submissions did not return within {}",
                        pendingSubmissions,
                        SUBMISSION_LIMIT);
            }
        }
    }

    private static void runInBackground(Runnable command) {
        new SupervisedThread("eyewall-finisher", () -> runOnce(command)).start();
    }

    private static boolean runOnce(Runnable command) {
        command.run();
        return false; // ends the thread
    }

    private void onOver(TopologyRuntime runtime) {
        topologies.remove(runtime);
        cores.renewThreads();
    }

    /** Returns the topologies that are not over, in the order of their submission. */
    public List<RunningTopology> topologies() {
        return List.copyOf(topologies);
    }

    /**
     * Waits until every core has run all timers that are due now, has called each idle spout once,
     * and has then given one slice to everything that became ready. Intended for clocks that are
     * set from outside.
     *
     * @return false if the limit expired first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public boolean awaitDueTimers(Duration limit) throws InterruptedException {
        topologies.forEach(TopologyRuntime::endSpoutBackoffs);
        boolean ranDueTimers = awaitDueTimersOnce(limit);
        return ranDueTimers && awaitDueTimersOnce(limit); // with a slice for what became ready
    }

    private boolean awaitDueTimersOnce(Duration limit) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(cores.cores().size());
        for (Core core : cores.cores()) {
            long nowNs = core.clock().nanoTime();
            // The added timer runs after all timers that are due.
            core.submit(() -> core.timers().at(nowNs, done::countDown));
        }
        return done.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns the placement of executors at run time, which can be reconfigured at any time. */
    public LivePlacement placement() {
        return placement;
    }

    /** Returns how many times a thread that was blocked in user code was replaced. */
    public int blockedThreads() {
        return cores.replacements();
    }

    /** Fails all topologies on a core after an exception in the engine's own code. */
    private void onDefect(Core core, Throwable defect) {
        for (TopologyRuntime topology : topologies) {
            if (topology.executors().stream().anyMatch(executor -> executor.core() == core)) {
                topology.fail("(engine)", "core " + core.index(), defect);
            }
        }
        LOG.error("core {}: defect in the engine; its topologies fail", core.index(), defect);
    }

    /**
     * Kills all topologies without waiting for pending tuples, then ends the threads. From the
     * beginning of this call nothing can be submitted; topologies that are being submitted are
     * killed, too. Tasks are cleaned up even if the caller was interrupted before the call; an
     * interrupt during the call ends the wait for cleanup. The interrupt status is preserved in
     * both cases.
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
        collectionListener.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void endTopologies() throws InterruptedException {
        long beginNs = System.nanoTime();
        long deadlineNs = beginNs + CLOSE_LIMIT.toNanos(); // for all topologies together
        topologies.forEach(topology -> topology.kill(Duration.ZERO));
        awaitSubmissions(beginNs + SUBMISSION_LIMIT.toNanos());
        // Again, for topologies that were submitted since the first kill.
        topologies.forEach(topology -> topology.kill(Duration.ZERO));
        for (TopologyRuntime topology : topologies) {
            if (!topology.await(Duration.ofNanos(deadlineNs - System.nanoTime()))) {
                LOG.warn("{} did not end within {}", topology, CLOSE_LIMIT);
            }
        }
    }
}
