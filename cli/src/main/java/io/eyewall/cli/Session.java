package io.eyewall.cli;

import io.eyewall.cli.plan.PlanServer;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.local.Launcher;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Runs an application in this process and watches its topologies until they are over, the time is
 * up, or a signal arrives. The application's main has its own thread; the rest is the caller's
 * thread. Use once: what it installs (the launcher, Storm's override) stays, as the process is to
 * end.
 */
final class Session {
    private static final long POLL_MS = 20;
    private static final long PROGRESS_NS = 1_000_000_000L;

    /** What is run. */
    interface Application {
        /**
         * Submits topologies, here or through Storm's clients.
         *
         * @throws Exception any; ends the command
         */
        void run(LocalNimbus nimbus) throws Exception;
    }

    private final Reporter reporter;
    private final PrintStream err;
    private final Map<String, Object> overrides;
    private final @Nullable Duration limit;
    private final Signals signals = new Signals();

    private final List<RunningTopology> topologies = new CopyOnWriteArrayList<>();
    private final Map<String, TopologyStatus> lastStatus = new HashMap<>();
    private final Map<String, ProgressMeter> meters = new HashMap<>();
    private long firstSubmissionNs;
    private long lastProgressNs = System.nanoTime();

    /**
     * @param overrides win over every topology's configuration
     * @param limit topologies are ended this long after the first submission; null = never
     */
    Session(
            Reporter reporter,
            PrintStream err,
            Map<String, Object> overrides,
            @Nullable Duration limit) {
        this.reporter = reporter;
        this.err = err;
        this.overrides = overrides;
        this.limit = limit;
    }

    /** All that were submitted so far. */
    List<RunningTopology> topologies() {
        return topologies;
    }

    /**
     * Runs the application.
     *
     * @param name of the application, for messages
     * @param loader has the application's classes
     * @return an {@link ExitCode}
     * @throws InterruptedException if the caller is interrupted
     */
    int run(String name, ClassLoader loader, Application application) throws InterruptedException {
        signals.install();
        LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());
        new Launcher(nimbus, overrides, topologies::add).install();
        new NimbusClient.LocalOverride(nimbus);
        Utils.setClassLoaderForJavaDeSerialize(loader);

        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                application.run(nimbus);
                            } catch (Throwable e) { // also errors: whatever main throws ends it
                                thrown.set(e);
                            }
                        },
                        "main of " + name);
        thread.setContextClassLoader(loader);
        thread.start();

        PlanServer plans = PlanServer.start(this::topologies, nimbus::livePlacement);
        int code;
        try {
            code = watch(name, thread, thrown);
        } finally {
            plans.close();
        }
        if (Drain.end(topologies)) {
            nimbus.close();
        } else {
            err.println("eyewall: user code did not return in time; ending without its cleanup");
        }
        reportStatus();
        return code;
    }

    /** Until something ends the session; says with which code. */
    private int watch(String name, Thread main, AtomicReference<Throwable> thrown)
            throws InterruptedException {
        while (true) {
            boolean mainEnded = !main.isAlive(); // first: its submissions are then in the list
            reportStatus();
            if (signals.received() != 0) {
                err.println("eyewall: interrupted; finishing what is under way");
                return ExitCode.SIGNAL + signals.received();
            }
            Throwable failure = thrown.get();
            if (failure != null) {
                err.println("eyewall: " + name + " failed: " + failure);
                failure.printStackTrace(err);
                String hint = LegacyHint.of(failure, main.getContextClassLoader());
                if (hint != null) {
                    err.println("eyewall: " + hint);
                }
                return ExitCode.FAILED;
            }
            if (topologies.isEmpty() && mainEnded) {
                err.println("eyewall: " + name + " returned without having submitted a topology");
                return ExitCode.FAILED;
            }
            boolean allOver = topologies.stream().allMatch(t -> t.status().isOver());
            boolean someFailed =
                    topologies.stream().anyMatch(t -> t.status() == TopologyStatus.FAILED);
            if (allOver && someFailed) {
                return ExitCode.TOPOLOGY_FAILED;
            }
            if ((allOver && mainEnded) || timeIsUp()) {
                return someFailed ? ExitCode.TOPOLOGY_FAILED : ExitCode.OK;
            }
            reportProgress();
            Thread.sleep(POLL_MS);
        }
    }

    private boolean timeIsUp() {
        if (topologies.isEmpty()) {
            return false;
        }
        if (firstSubmissionNs == 0) {
            firstSubmissionNs = System.nanoTime();
        }
        return limit != null && System.nanoTime() - firstSubmissionNs >= limit.toNanos();
    }

    private void reportStatus() {
        for (RunningTopology topology : topologies) {
            ProgressMeter meter = meter(topology); // rates count from when a topology is first seen
            TopologyStatus status = topology.status();
            if (lastStatus.put(topology.plan().id(), status) == status) {
                continue;
            }
            if (status.isOver()) {
                reporter.onProgress(meter.average(System.nanoTime()));
            }
            reporter.onStatus(topology.plan().name(), topology.plan().id(), status);
            if (status == TopologyStatus.FAILED) {
                topology.failure().ifPresent(reporter::onFailure);
            }
        }
    }

    private void reportProgress() {
        long nowNs = System.nanoTime();
        if (nowNs - lastProgressNs < PROGRESS_NS) {
            return;
        }
        lastProgressNs = nowNs;
        for (RunningTopology topology : topologies) {
            if (!topology.status().isOver()) {
                reporter.onProgress(meter(topology).measure(nowNs));
            }
        }
    }

    private ProgressMeter meter(RunningTopology topology) {
        return meters.computeIfAbsent(
                topology.plan().id(), id -> new ProgressMeter(topology, System.nanoTime()));
    }
}
