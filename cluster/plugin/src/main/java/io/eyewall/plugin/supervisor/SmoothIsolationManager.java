package io.eyewall.plugin.supervisor;

import io.eyewall.plugin.worker.Board;
import io.eyewall.plugin.worker.Note;
import io.eyewall.plugin.worker.Notes;
import io.eyewall.plugin.worker.Stage;
import io.eyewall.plugin.worker.SwitchLimits;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.storm.cluster.ClusterStateContext;
import org.apache.storm.cluster.ClusterUtils;
import org.apache.storm.cluster.DaemonType;
import org.apache.storm.cluster.IStateStorage;
import org.apache.storm.container.DefaultResourceIsolationManager;
import org.apache.storm.daemon.supervisor.ExitCodeCallback;
import org.apache.storm.generated.LSWorkerHeartbeat;
import org.apache.storm.utils.ConfigUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts workers with this plug-in's main class, and defers their kill while they hand over.
 * Configured in a supervisor by {@code storm.resource.isolation.plugin.enable: true} and {@code
 * storm.resource.isolation.plugin: io.eyewall.plugin.supervisor.SmoothIsolationManager}. Called on
 * the threads of the supervisor's slots. After any failure it behaves as Storm does.
 */
public final class SmoothIsolationManager extends DefaultResourceIsolationManager {
    private static final Logger LOG = LoggerFactory.getLogger(SmoothIsolationManager.class);

    private static final long DECISION_LIMIT_MS = 3_000;
    private static final long MAX_SILENCE_MS = 10_000;

    /** Workers that received SIGTERM; the next signal is SIGKILL. */
    private final Set<String> terminated = new HashSet<>();

    /** Workers whose kill was deferred at least once. */
    private final Set<String> deferred = new HashSet<>();

    /** When ZooKeeper failed to respond for the first time in a row, by worker. */
    private final Map<String, Long> silentSinceMs = new HashMap<>();

    /** The only thread that uses the deferred kills and the storage after prepare. */
    private final ExecutorService notesThread =
            Executors.newSingleThreadExecutor(
                    command -> {
                        Thread thread = new Thread(command, "eyewall-smooth-notes");
                        thread.setDaemon(true);
                        return thread;
                    });

    private volatile DeferredKills deferredKills = new DeferredKills(SwitchLimits.of(Map.of()));
    private @Nullable IStateStorage storage;

    @Override
    public void prepare(Map<String, Object> conf) throws IOException {
        super.prepare(conf);
        deferredKills = new DeferredKills(SwitchLimits.of(conf));
        var unused = notesThread.submit(this::connect);
    }

    /**
     * Connects to ZooKeeper before it is needed: the first connection takes seconds on a busy
     * machine.
     */
    private void connect() {
        try {
            board("none").assignmentVersion();
        } catch (Exception e) {
            LOG.warn("Eyewall: ZooKeeper cannot be reached; trying again when it is needed", e);
        }
    }

    @Override
    public void launchWorkerProcess(
            String user,
            String topologyId,
            Map<String, Object> topologyConf,
            int port,
            String workerId,
            List<String> command,
            Map<String, String> environment,
            String logPrefix,
            ExitCodeCallback exitCallback,
            File folder)
            throws IOException {
        var unused = notesThread.submit(() -> createFolder(topologyId, topologyConf));
        super.launchWorkerProcess(
                user,
                topologyId,
                topologyConf,
                port,
                workerId,
                LaunchCommand.adapt(command, ownJar()),
                environment,
                logPrefix,
                exitCallback,
                folder);
    }

    private void createFolder(String topologyId, Map<String, Object> topologyConf) {
        try {
            board(topologyId).createFolder(topologyConf);
        } catch (Exception e) {
            LOG.warn(
                    "Eyewall: cannot create the folder for the notes of {}; its workers try,"
                            + " too",
                    topologyId,
                    e);
        }
    }

    private static String ownJar() throws IOException {
        try {
            return Path.of(
                            SmoothIsolationManager.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IOException("cannot determine the path of the plug-in's jar", e);
        }
    }

    @Override
    public void kill(String user, String workerId) throws IOException {
        if (!awaitDeferDecision(workerId)) {
            terminate(user, workerId);
        }
    }

    /**
     * Kills the worker unless its kill is deferred; Storm calls this repeatedly until the worker is
     * dead.
     */
    @Override
    public void forceKill(String user, String workerId) throws IOException {
        if (awaitDeferDecision(workerId)) {
            return;
        }
        boolean sendSigkill;
        synchronized (this) {
            sendSigkill = !deferred.contains(workerId) || terminated.contains(workerId);
        }
        if (sendSigkill) {
            super.forceKill(user, workerId);
        } else {
            terminate(user, workerId);
        }
    }

    private void terminate(String user, String workerId) throws IOException {
        synchronized (this) {
            terminated.add(workerId);
        }
        super.kill(user, workerId);
    }

    /**
     * Returns whether to defer the kill. Waits for ZooKeeper only for a short time, because without
     * ZooKeeper a slot must behave as on Storm.
     */
    private boolean awaitDeferDecision(String workerId) {
        synchronized (this) {
            if (terminated.contains(workerId)) {
                // The worker is ending already. Some states of Storm's slot wait only 2 minutes.
                return false;
            }
        }
        Future<Boolean> decision = notesThread.submit(() -> mustDefer(workerId));
        try {
            boolean defer = decision.get(DECISION_LIMIT_MS, TimeUnit.MILLISECONDS);
            synchronized (this) {
                silentSinceMs.remove(workerId);
                if (defer && deferred.add(workerId)) {
                    LOG.info(
                            "Eyewall: the kill of worker {} is deferred until it has handed over",
                            workerId);
                }
            }
            return defer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException e) {
            return isSilenceShort(workerId);
        } catch (ExecutionException e) {
            LOG.warn(
                    "Eyewall: cannot determine whether worker {} is handing over; it is killed",
                    workerId,
                    e);
            return false;
        }
    }

    /** Returns whether ZooKeeper has been silent for a short time only; Storm calls again soon. */
    private synchronized boolean isSilenceShort(String workerId) {
        long nowMs = System.nanoTime() / 1_000_000;
        long sinceMs = silentSinceMs.computeIfAbsent(workerId, id -> nowMs);
        boolean isShort = nowMs - sinceMs < MAX_SILENCE_MS;
        if (!isShort) {
            LOG.warn(
                    "Eyewall: ZooKeeper did not respond whether worker {} is handing over; it is"
                            + " killed",
                    workerId);
        }
        return isShort;
    }

    /** Decides by the topology's notes; called on the notes' thread. */
    private boolean mustDefer(String workerId) throws Exception {
        LSWorkerHeartbeat heartbeat = ConfigUtils.workerState(conf, workerId).getWorkerHeartBeat();
        if (heartbeat == null) {
            return false; // the worker has not started, so it has written no note
        }
        Board board = board(heartbeat.get_topology_id());
        Optional<Board.VersionedAssignment> newest = board.assignment();
        List<Note> notes = Notes.latest(board.noteNames()); // after the version, so at least as new
        Optional<Note> note =
                notes.stream().filter(each -> each.workerId().equals(workerId)).findFirst();
        return deferredKills.mustDefer(
                workerId,
                System.nanoTime() / 1_000_000,
                newest.isPresent() ? OptionalInt.of(newest.get().version()) : OptionalInt.empty(),
                note,
                newest.isPresent() && Notes.allSlotsReached(notes, newest.get(), Stage.ACTIVE));
    }

    private Board board(String topologyId) throws Exception {
        IStateStorage opened = storage;
        ClusterStateContext context = new ClusterStateContext(DaemonType.SUPERVISOR, conf);
        if (opened == null) {
            opened = ClusterUtils.mkStateStorage(conf, conf, context);
            storage = opened;
        }
        return new Board(opened, context.getDefaultZkAcls(), topologyId);
    }

    /** Removes the notes of a dead worker, so that no other worker waits for it. */
    @Override
    public void cleanup(String user, String workerId, int port) throws IOException {
        super.cleanup(user, workerId, port);
        synchronized (this) {
            deferred.remove(workerId);
            terminated.remove(workerId);
            silentSinceMs.remove(workerId);
        }
        LSWorkerHeartbeat heartbeat = ConfigUtils.workerState(conf, workerId).getWorkerHeartBeat();
        if (heartbeat != null) {
            var unused = notesThread.submit(() -> forget(workerId, heartbeat.get_topology_id()));
        }
    }

    private void forget(String workerId, String topologyId) {
        deferredKills.forget(workerId);
        try {
            Board board = board(topologyId);
            board.removeNotes(workerId);
            if (board.assignmentVersion().isEmpty()) {
                board.removeFolder();
            }
        } catch (Exception e) {
            LOG.warn("Eyewall: the note of worker {} stays until it expires", workerId, e);
        }
    }
}
