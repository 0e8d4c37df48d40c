package io.eyewall.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.SilentProcessException;
import io.eyewall.control.wire.WireJson;
import io.eyewall.local.ReplacedException;
import io.eyewall.server.store.ReplacedFolderException;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.TopologyFolder.Deed;
import io.eyewall.server.store.WorkerMark;
import io.eyewall.server.worker.HandOverService;
import io.eyewall.server.worker.HandedOver;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives orders to a topology, whether its process runs, is starting, or does not exist. An accepted
 * order is on disk. Any thread may call, and blocks.
 */
final class CommandHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CommandHandler.class);
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Keeper keeper;
    private final TopologyFolder folder;
    private final String name;
    private final long limitNs;

    /**
     * @param name name of the topology
     * @param limit time within which an order is obeyed or refused
     */
    CommandHandler(Keeper keeper, TopologyFolder folder, String name, Duration limit) {
        this.keeper = keeper;
        this.folder = folder;
        this.name = name;
        this.limitNs = limit.toNanos();
    }

    /** Activates or deactivates the spouts. */
    void setActive(boolean active) {
        order(
                active ? "activation" : "deactivation",
                active ? RemoteTopology::activate : RemoteTopology::deactivate,
                () -> folder.write(folder.orders().withActive(active)),
                false);
    }

    /** Kills the topology; a process that does not answer is ended by force. */
    void kill(Duration wait) {
        order("the end", remote -> remote.kill(wait), folder::kill, true);
    }

    /** Replaces the credentials. */
    void setCredentials(Map<String, String> credentials) {
        order(
                "new credentials",
                remote -> remote.setCredentials(credentials),
                () -> folder.writeCredentials(credentials),
                false);
    }

    /**
     * Changes numbers of executors.
     *
     * @throws InterruptedException if the caller is interrupted while the process rebalances
     */
    void rebalance(Map<String, Integer> executors, Map<String, Object> conf, Duration limit)
            throws InterruptedException {
        boolean[] interrupted = {false};
        order(
                "the rebalance",
                remote -> {
                    try {
                        remote.rebalance(executors, conf, limit);
                    } catch (InterruptedException e) {
                        interrupted[0] = true;
                    }
                },
                () -> folder.write(folder.orders().rebalanced(executors, conf)),
                false);
        if (interrupted[0]) {
            throw new InterruptedException();
        }
    }

    /**
     * Hands over to a topology in standby.
     *
     * @return the course of the hand-over; null if no process ran the topology
     * @throws IllegalStateException if it failed, as for all orders; it may have been done
     *     nevertheless
     */
    @Nullable HandedOver handOver(TopologyFolder successor, long drainMs) {
        HandOverService.Asked request = new HandOverService.Asked(successor.toString(), drainMs);
        HandedOver[] handed = {null};
        order(
                "the update",
                remote -> handed[0] = handedOver(remote, request),
                () -> folder.handOverTo(successor),
                false);
        keeper.onReplaced();
        return handed[0];
    }

    private static @Nullable HandedOver handedOver(
            RemoteTopology remote, HandOverService.Asked request) {
        JsonNode answer = remote.process().call(HandOverService.NAME, request);
        try {
            return WireJson.read(answer, HandedOver.class);
        } catch (IOException e) {
            throw new ControlException(
                    remote.name() + " has handed over, with an unreadable report: " + answer);
        }
    }

    /**
     * Gives an order to the topology's process, which stores it in the folder; without a process it
     * is stored directly in the folder. Returns when either is done.
     *
     * @param toProcess gives the order to the process; may be repeated if a process ends meanwhile
     * @param inFolder stores the order for later processes
     * @param byForce whether a process that does not answer is ended
     * @throws IllegalStateException if the order could not be obeyed in time, or can't be stored,
     *     or the thread is interrupted meanwhile; it stays interrupted
     */
    private void order(
            String what, Consumer<RemoteTopology> toProcess, Deed inFolder, boolean byForce) {
        long beginNs = System.nanoTime();
        String trouble = "its process is starting";
        boolean answers = false;
        while (System.nanoTime() - beginNs < limitNs) {
            WorkerLink now = keeper.link();
            if (keeper.isReplaced() && !keeper.isOver()) {
                throw new ReplacedException(name);
            }
            try {
                if (now != null) {
                    toProcess.accept(now.topology());
                    keeper.refresh(now);
                    return;
                }
                answers = false;
                if (isDone(what, inFolder)) {
                    keeper.wake();
                    return;
                }
            } catch (ProcessGoneException e) {
                trouble = String.valueOf(e.getMessage());
                answers = false;
            } catch (SilentProcessException e) {
                keeper.onSilence();
                if (!byForce) {
                    throw e;
                }
                finishByForce(what, inFolder);
                return;
            } catch (
                    ControlException e) { // it answers, but refuses, for example because it is busy
                if (!byForce) {
                    throw e;
                }
                trouble = String.valueOf(e.getMessage());
                answers = true;
            }
            keeper.wake();
            pause(what);
        }
        if (byForce && !answers) {
            finishByForce(what, inFolder);
            return;
        }
        throw new IllegalStateException(
                "%s of topology '%s' is not done: %s; try again".formatted(what, name, trouble));
    }

    /**
     * Kills the process, repeatedly if others appear, and stores the order before another process
     * can be started.
     */
    private void finishByForce(String what, Deed inFolder) {
        keeper.suspendStarts();
        try {
            long beginNs = System.nanoTime();
            long killed = 0;
            while (!isDone(what, inFolder)) {
                if (System.nanoTime() - beginNs >= limitNs) {
                    throw new IllegalStateException(
                            "%s of topology '%s' is not done: its process was killed, and lives"
                                    .formatted(what, name));
                }
                killed = endByForce(killed);
                pause(what);
            }
        } finally {
            keeper.resumeStarts();
        }
    }

    /**
     * Returns whether the topology is over, or the order has been stored in the folder because no
     * process runs.
     */
    private boolean isDone(String what, Deed inFolder) {
        try {
            if (keeper.isReplaced()) {
                throw new ReplacedException(name);
            }
            return keeper.isOver() || folder.whileNobodyRuns(inFolder);
        } catch (ReplacedFolderException e) {
            throw new ReplacedException(name);
        } catch (ClosedByInterruptException e) {
            throw interrupted(what, e);
        } catch (IOException e) {
            if (keeper.isOver()) { // its folder has been removed
                return true;
            }
            throw notStored(what, e);
        }
    }

    private IllegalStateException notStored(String what, IOException e) {
        return new IllegalStateException(
                "%s of topology '%s' can't be kept in %s (%s: %s); make room, or make it writable"
                        .formatted(
                                what, name, folder, e.getClass().getSimpleName(), e.getMessage()),
                e);
    }

    /**
     * Kills the process that runs the topology, if there is one.
     *
     * @param lastKilled id of the process that was killed last; 0 for none
     * @return id of the process that has been killed last now
     */
    private long endByForce(long lastKilled) {
        try {
            Optional<WorkerMark> mark = folder.worker();
            Optional<ProcessHandle> process = mark.flatMap(WorkerLink::process);
            if (folder.isRunHere()) {
                throw new IllegalStateException(
                        "topology '%s' runs inside the server and does not answer: restart the server"
                                .formatted(name));
            }
            if (process.isPresent() && folder.isRun()) {
                long pid = process.get().pid();
                if (pid != lastKilled) {
                    LOG.warn(
                            "process {} of topology '{}' does not answer and is killed", pid, name);
                }
                process.get().destroyForcibly();
                return pid;
            }
        } catch (IOException e) {
            LOG.warn("{} can't be read: {}", folder, e.toString());
        }
        return lastKilled;
    }

    private void pause(String what) {
        LockSupport.parkNanos(POLL_NS);
        if (Thread.currentThread().isInterrupted()) { // it would not park any more
            throw interrupted(what, null);
        }
    }

    private IllegalStateException interrupted(String what, @Nullable IOException e) {
        return new IllegalStateException(
                "%s of topology '%s' is not done: the thread was interrupted; try again"
                        .formatted(what, name),
                e);
    }
}
