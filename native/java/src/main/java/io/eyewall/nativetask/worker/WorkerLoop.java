package io.eyewall.nativetask.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the native worker program, and relays information between the program and the cluster until
 * either of them ends the worker. If the program ends, this JVM exits, and Storm's supervisor
 * restarts both. If this JVM ends in any way, the program ends, too.
 */
final class WorkerLoop {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerLoop.class);

    /** Exit codes of Storm's workers. */
    private static final int EXIT_ENDED = 1;

    private static final int EXIT_PROGRAM_DIED = 13;

    /** Silence after which the program counts as hung; it writes a line every second. */
    private static final int MAX_SILENCE_S = 5;

    /** Periods from Storm's configuration. */
    record Periods(int heartbeatS, int statisticsS, int refreshS, int shutdownS) {
        Periods(Map<String, Object> conf, int shutdownS) {
            this(
                    ObjectReader.getInt(conf.get(Config.WORKER_HEARTBEAT_FREQUENCY_SECS)),
                    ObjectReader.getInt(conf.get(Config.EXECUTOR_METRICS_FREQUENCY_SECS)),
                    ObjectReader.getInt(conf.get(Config.TASK_REFRESH_POLL_SECS)),
                    shutdownS);
        }
    }

    /**
     * The program to run.
     *
     * @param path the program's file
     * @param plan the first lines sent to the program
     * @param receivers the tasks that the program sends to
     */
    record Program(Path path, String plan, Set<Integer> receivers) {}

    private final ClusterConnection cluster;
    private final Set<List<Long>> executors;
    private final WorkerStats stats;
    private final SystemTopology topology;
    private final WorkerMeter meter;
    private final Program program;
    private final Periods periods;
    private final ErrorLimit errorLimit;
    private final WorkerLogLevels logLevels = new WorkerLogLevels();
    private final ScheduledExecutorService timer = timer("eyewall-native-worker");

    /**
     * Heartbeat timer, apart from {@link #timer}, which may block for minutes without ZooKeeper.
     */
    private final ScheduledExecutorService heartbeatTimer = timer("eyewall-native-worker-heart");

    private String sentPlaceLines = "";
    private boolean sentActive;
    private boolean wasSilent;
    private volatile boolean ending;

    WorkerLoop(
            ClusterConnection cluster,
            Set<List<Long>> executors,
            WorkerStats stats,
            SystemTopology topology,
            WorkerMeter meter,
            Program program,
            Periods periods) {
        this.cluster = cluster;
        this.executors = executors;
        this.stats = stats;
        this.topology = topology;
        this.meter = meter;
        this.program = program;
        this.periods = periods;
        this.errorLimit = new ErrorLimit(topology.conf());
    }

    private static ScheduledExecutorService timer(String name) {
        return Executors.newSingleThreadScheduledExecutor(command -> new Thread(command, name));
    }

    /** Starts the program and all threads; returns when everything runs. */
    void run() throws IOException {
        cluster.registerProcess(ProcessHandle.current().pid(), true);
        cluster.sendHeartbeat(executors);
        NativeProcess process = NativeProcess.start(program.path());
        // The hook is registered before other threads start, as in Storm's Worker.
        Utils.addShutdownHookWithDelayedForceKill(() -> shutDown(process), periods.shutdownS());
        cluster.registerProcess(process.pid(), false);
        process.send(program.plan());
        meter.start(process.pid());
        refresh(process);
        new Thread(() -> readProgramLines(process), "eyewall-native-worker-said").start();
        schedule(heartbeatTimer, periods.heartbeatS(), () -> heartbeat(process));
        schedule(timer, periods.refreshS(), () -> refresh(process));
        schedule(timer, periods.statisticsS(), () -> cluster.writeStatistics(stats.render()));
        LOG.info("running executors {} in process {}", executors, process.pid());
    }

    private static void schedule(ScheduledExecutorService timer, int seconds, Runnable command) {
        var unused =
                timer.scheduleWithFixedDelay(
                        () -> {
                            try {
                                command.run();
                            } catch (RuntimeException e) {
                                LOG.warn("periodic work failed; retrying in {} s", seconds, e);
                            }
                        },
                        seconds,
                        seconds,
                        TimeUnit.SECONDS);
    }

    /**
     * Sends a heartbeat unless the program is silent. A program that is suspended or starved of
     * processor time sends no heartbeats, so the supervisor restarts it. A program whose tasks
     * compute for long still writes that it is alive, as Storm's workers do.
     */
    private void heartbeat(NativeProcess process) {
        boolean isSilent = process.secondsSilent() >= MAX_SILENCE_S;
        if (isSilent != wasSilent) {
            wasSilent = isSilent;
            if (isSilent) {
                LOG.error(
                        "eyewall-native-worker, process {}, is silent, so no heartbeats are sent;"
                                + " the supervisor restarts it after"
                                + " supervisor.worker.timeout.secs",
                        process.pid());
            } else {
                LOG.info("eyewall-native-worker, process {}, responds again", process.pid());
            }
        }
        if (isSilent) {
            return;
        }
        try {
            cluster.sendHeartbeat(executors);
        } catch (IOException e) {
            LOG.error("cannot write a heartbeat; ending this worker", e);
            exitSoon(EXIT_ENDED);
        }
    }

    /** Applies changes of the assignment and of the topology's state. */
    private void refresh(NativeProcess process) {
        logLevels.refresh(cluster.logConfig());
        Optional<WorkerAssignment> assignment = cluster.readAssignment();
        if (assignment.isEmpty() || !assignment.get().executors().equals(executors)) {
            LOG.info("the executors assigned to this worker have changed; ending this worker");
            exitSoon(EXIT_ENDED);
            return;
        }
        String placeLines = assignment.get().placeLines(program.receivers());
        if (!placeLines.equals(sentPlaceLines)) {
            sentPlaceLines = placeLines;
            process.send(placeLines);
        }
        boolean isActive = cluster.isActive();
        if (isActive != sentActive) {
            sentActive = isActive;
            process.send(new WorkerLines().add("active", isActive ? 1 : 0).toString());
        }
    }

    private void readProgramLines(NativeProcess process) {
        try {
            int exitCode = process.readLines(this::onLine);
            if (!ending) {
                LOG.error(
                        "eyewall-native-worker ended with exit code {}; ending this worker",
                        exitCode);
                exitSoon(EXIT_PROGRAM_DIED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void onLine(List<String> words) {
        switch (words.get(0)) {
            case "ready" -> LOG.info("connected with all workers; tasks are open");
            case "emitted" -> {
                stats.addEmitted(words);
                meter.onLine(words);
            }
            case "handled" -> {
                stats.addHandled(words);
                meter.onLine(words);
            }
            case "used", "sent" -> meter.onLine(words);
            case "lost" -> LOG.warn("lost {} messages for unreachable workers", words.get(1));
            case "log" -> log(words);
            case "alive" -> {} // NativeProcess has recorded the time
            case "report" -> report(words.get(1), words.get(2));
            case "died" -> {
                LOG.error("{}", words.get(1));
                cluster.reportError(crashedComponent(words.get(1)), words.get(1));
            }
            default -> LOG.warn("unknown line from the native worker: {}", words);
        }
    }

    private String component(String task) {
        return topology.componentByTask().getOrDefault(Integer.parseInt(task), "__system");
    }

    /** Returns the component that the text of a crash names. */
    private String crashedComponent(String text) {
        return topology.componentByTask().values().stream()
                .filter(component -> text.contains("'" + component + "'"))
                .findFirst()
                .orElse("__system");
    }

    private void report(String task, String text) {
        logger(task).error("{}", text);
        if (errorLimit.countAndCheck(task, System.nanoTime())) {
            cluster.reportError(component(task), text);
        }
    }

    private Logger logger(String task) {
        return LoggerFactory.getLogger(component(task) + "-" + task);
    }

    private void log(List<String> words) {
        Logger log = logger(words.get(1));
        switch (words.get(2)) {
            case "0" -> log.debug("{}", words.get(3));
            case "1" -> log.info("{}", words.get(3));
            case "2" -> log.warn("{}", words.get(3));
            default -> log.error("{}", words.get(3));
        }
    }

    private void exitSoon(int exitCode) {
        if (!ending) {
            ending = true;
            // On a fresh thread: the shutdown hook waits for some of the worker's threads.
            new Thread(() -> Runtime.getRuntime().exit(exitCode), "eyewall-native-worker-end")
                    .start();
        }
    }

    private void shutDown(NativeProcess process) {
        ending = true;
        try {
            process.stop(TimeUnit.SECONDS.toMillis(Math.max(1, periods.shutdownS() - 1L)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        timer.shutdownNow();
        heartbeatTimer.shutdownNow();
        meter.close();
        cluster.close();
    }
}
