package io.eyewall.cli.run;

import io.eyewall.cli.application.LegacyHint;
import io.eyewall.cli.application.OwnServices;
import io.eyewall.cli.console.ConsoleOption;
import io.eyewall.cli.console.ConsolePage;
import io.eyewall.cli.terminal.Console;
import io.eyewall.cli.terminal.ControlAccess;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.NameHint;
import io.eyewall.cli.terminal.Signals;
import io.eyewall.control.ControlService;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.StackTraceText;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.local.Launcher;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
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
 * up, or a signal arrives. The application's main method has a thread of its own; all else happens
 * on the caller's thread. Use once: the launcher and Storm's override remain installed, because the
 * process is about to end.
 */
public final class Session {
    private static final long POLL_INTERVAL_MS = 20;
    private static final long PROGRESS_INTERVAL_NS = 1_000_000_000L;

    /** The application to run. */
    public interface Application {
        /**
         * Submits topologies to this engine or through Storm's clients.
         *
         * @throws Exception any exception ends the command
         */
        void run(LocalNimbus nimbus) throws Exception;
    }

    private final Reporter reporter;
    private final Console console;
    private final Map<String, Object> overrides;
    private final @Nullable Duration limit;
    private final ConsoleOption consoleOption;
    private final Signals signals = new Signals();

    private final List<RunningTopology> topologies = new CopyOnWriteArrayList<>();
    private final Map<String, TopologyWatch> watches = new HashMap<>();
    private ConsolePage page = ConsolePage.NONE;
    private boolean keepPage;
    private @Nullable UntilDrained untilDrained;
    private long firstSubmissionNs;
    private long lastProgressNs = System.nanoTime();

    /**
     * Creates a session.
     *
     * @param overrides settings that override every topology's own configuration
     * @param limit time from the first submission until topologies are ended; null for no limit
     * @param consoleOption the option that opens the console's page
     */
    public Session(
            Reporter reporter,
            Console console,
            Map<String, Object> overrides,
            @Nullable Duration limit,
            ConsoleOption consoleOption) {
        this.reporter = reporter;
        this.console = console;
        this.overrides = overrides;
        this.limit = limit;
        this.consoleOption = consoleOption;
    }

    /** Returns all topologies submitted so far. */
    List<RunningTopology> topologies() {
        return topologies;
    }

    /**
     * Runs the application.
     *
     * @param name the application's name for messages
     * @param loader the class loader of the application
     * @return an {@link ExitCode}
     * @throws InterruptedException if the caller is interrupted
     */
    public int run(String name, ClassLoader loader, Application application)
            throws InterruptedException {
        signals.install();
        LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());
        Map<String, ControlService> services =
                OwnServices.byCallName(this::topologies, nimbus::livePlacement, console.tail());
        page = consoleOption.open(this::topologies, services);
        int code = ExitCode.FAILED;
        try {
            code = run(name, loader, application, nimbus, services);
            return code;
        } finally {
            if (!keepPage || code != ExitCode.OK) {
                page.close();
            }
        }
    }

    /**
     * Keeps the console's page, if there is one, open after a successful {@link #run} until {@link
     * #linger}.
     */
    void keepPage() {
        keepPage = true;
    }

    /**
     * Makes the session end also when all topologies are drained. To be called before {@link #run}.
     */
    public void untilDrained() {
        untilDrained = new UntilDrained(console);
    }

    /**
     * Waits for Ctrl-C while there is a page, then closes the page. To be called after {@link
     * #run}.
     */
    void linger() throws InterruptedException {
        if (!page.address().isEmpty() && signals.received() == 0) {
            console.printMessage("eyewall: console at " + page.address() + " until Ctrl-C");
            while (signals.received() == 0) {
                Thread.sleep(POLL_INTERVAL_MS);
            }
        }
        page.close();
    }

    private int run(
            String name,
            ClassLoader loader,
            Application application,
            LocalNimbus nimbus,
            Map<String, ControlService> services)
            throws InterruptedException {
        new Launcher(nimbus, overrides, topologies::add).install();
        new NimbusClient.LocalOverride(nimbus);
        Utils.setClassLoaderForJavaDeSerialize(loader);

        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                application.run(nimbus);
                            } catch (Throwable e) { // errors too: whatever main throws ends it
                                thrown.set(e);
                            }
                        },
                        "main of " + name);
        thread.setContextClassLoader(loader);
        thread.start();

        ControlAccess access = ControlAccess.open(this::topologies, services);
        int code;
        try {
            code = watchUntilEnd(name, thread, thrown);
        } finally {
            access.close();
        }
        if (new Drain(topologies, new DrainReport()).end()) {
            nimbus.close();
        } else {
            console.printMessage(
                    "eyewall: user code did not return in time; ending without its cleanup");
        }
        topologies.forEach(topology -> watchOf(topology).reportEnd());
        if (code == ExitCode.OK && reporter.hasLostEvents()) {
            console.printMessage(
                    "eyewall: the standard output could not be written; lines are missing");
            return ExitCode.FAILED;
        }
        return code;
    }

    /** Forwards the drain's progress to the reporter. */
    private final class DrainReport implements Drain.Listener {
        @Override
        public void onWaiting(RunningTopology topology, long secondsLeft) {
            watchOf(topology).reportDraining(secondsLeft);
        }

        @Override
        public void onKill(RunningTopology topology) {
            watchOf(topology).onKill();
        }
    }

    /** Watches the topologies until an event ends the session; returns the exit code. */
    private int watchUntilEnd(String name, Thread main, AtomicReference<Throwable> thrown)
            throws InterruptedException {
        while (true) {
            // Read before the topologies: main may submit one just before it ends.
            boolean hasMainEnded = !main.isAlive();
            reportStatus();
            if (signals.received() != 0) {
                console.printMessage(
                        "eyewall: interrupted; pending messages may complete (interrupt again to"
                                + " end at once)");
                return ExitCode.SIGNAL + signals.received();
            }
            if (reporter.isUnread()) {
                console.printMessage("eyewall: the output's reader has gone; ending");
                return ExitCode.UNREAD;
            }
            Throwable failure = thrown.get();
            if (failure != null) {
                console.printMessage(
                        "eyewall: "
                                + name
                                + " failed: "
                                + StackTraceText.of(failure).stripTrailing());
                String hint = LegacyHint.find(failure, main.getContextClassLoader());
                hint = hint == null ? NameHint.find(failure) : hint;
                if (hint != null) {
                    console.printMessage("eyewall: " + hint);
                }
                return ExitCode.FAILED;
            }
            if (topologies.isEmpty() && hasMainEnded) {
                console.printMessage(
                        "eyewall: " + name + " returned without having submitted a topology");
                return ExitCode.FAILED;
            }
            if (untilDrained != null) {
                untilDrained.poll(topologies);
            }
            boolean allOver = topologies.stream().allMatch(t -> t.status().isOver());
            boolean hasFailed =
                    topologies.stream().anyMatch(t -> t.status() == TopologyStatus.FAILED);
            if (allOver && hasFailed) {
                return ExitCode.TOPOLOGY_FAILED;
            }
            boolean isEndedOrDrained = allOver || (untilDrained != null && untilDrained.isOver());
            if ((isEndedOrDrained && hasMainEnded)
                    || timeIsUp()
                    || (untilDrained != null && untilDrained.isHopeless())) {
                int code = untilDrained == null ? ExitCode.OK : untilDrained.exitCode();
                return hasFailed ? ExitCode.TOPOLOGY_FAILED : code;
            }
            reportProgress();
            Thread.sleep(POLL_INTERVAL_MS);
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
        topologies.forEach(topology -> watchOf(topology).reportStatus());
    }

    private void reportProgress() {
        long nowNs = System.nanoTime();
        if (nowNs - lastProgressNs >= PROGRESS_INTERVAL_NS) {
            lastProgressNs = nowNs;
            topologies.forEach(topology -> watchOf(topology).reportProgress());
        }
    }

    private TopologyWatch watchOf(RunningTopology topology) {
        return watches.computeIfAbsent(
                topology.plan().id(), id -> new TopologyWatch(topology, reporter));
    }
}
