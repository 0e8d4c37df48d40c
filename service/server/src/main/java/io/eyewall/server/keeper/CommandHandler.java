package io.eyewall.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.SilentProcessException;
import io.eyewall.control.wire.WireJson;
import io.eyewall.local.ReplacedException;
import io.eyewall.server.store.ProcessIdentity;
import io.eyewall.server.store.ReplacedFolderException;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.TopologyFolder.FolderAction;
import io.eyewall.server.worker.HandOverReport;
import io.eyewall.server.worker.HandOverService;
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
 * Gives orders to a topology, whether its process runs, is starting, or does not exist. When a
 * method returns, the order is on disk. Any thread may call, and blocks.
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
     * @param limit longest time until an order is obeyed or refused
     */
    CommandHandler(Keeper keeper, TopologyFolder folder, String name, Duration limit) {
        this.keeper = keeper;
        this.folder = folder;
        this.name = name;
        this.limitNs = limit.toNanos();
    }

    /** Activates or deactivates the spouts. */
    void setActive(boolean active) {
        giveOrder(
                active ? "the activation" : "the deactivation",
                active ? RemoteTopology::activate : RemoteTopology::deactivate,
                () -> folder.write(folder.orders().withActive(active)),
                false);
    }

    /** Kills the topology; a process that does not answer is ended by force. */
    void kill(Duration wait) {
        giveOrder("the kill", remote -> remote.kill(wait), folder::kill, true);
    }

    /** Replaces the credentials. */
    void setCredentials(Map<String, String> credentials) {
        giveOrder(
                "the change of credentials",
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
        giveOrder(
                "the rebalance",
                remote -> {
                    try {
                        remote.rebalance(executors, conf, limit);
                    } catch (InterruptedException e) {
                        interrupted[0] = true;
                    }
                },
                () -> folder.write(folder.orders().withRebalance(executors, conf)),
                false);
        if (interrupted[0]) {
            throw new InterruptedException();
        }
    }

    /**
     * Hands over to a topology in standby.
     *
     * @return the times of the hand-over; null if no process ran the topology
     * @throws IllegalStateException if it failed, as for all orders; the hand-over may have
     *     happened nevertheless
     */
    @Nullable HandOverReport handOver(TopologyFolder successor, long drainMs) {
        HandOverService.Request request =
                new HandOverService.Request(successor.toString(), drainMs);
        HandOverReport[] handed = {null};
        giveOrder(
                "the update",
                remote -> handed[0] = requestHandOver(remote, request),
                () -> folder.handOverTo(successor),
                false);
        keeper.onReplaced();
        return handed[0];
    }

    private static @Nullable HandOverReport requestHandOver(
            RemoteTopology remote, HandOverService.Request request) {
        JsonNode answer = remote.process().call(HandOverService.NAME, request);
        try {
            return WireJson.read(answer, HandOverReport.class);
        } catch (IOException e) {
            throw new ControlException(
                    remote.name() + " has handed over, with an unreadable report: " + answer);
        }
    }

    /**
     * Gives an order to the topology's process, which stores it in the folder; if no process runs
     * the topology, stores it in the folder directly. Returns when the order is stored.
     *
     * @param giveToProcess gives the order to the process; may be repeated if a process ends
     *     meanwhile
     * @param storeInFolder stores the order for later processes
     * @param byForce whether a process that does not answer is killed
     * @throws IllegalStateException if the order could not be obeyed in time, or can't be stored,
     *     or the thread is interrupted meanwhile; it stays interrupted
     */
    private void giveOrder(
            String orderName,
            Consumer<RemoteTopology> giveToProcess,
            FolderAction storeInFolder,
            boolean byForce) {
        long beginNs = System.nanoTime();
        String obstacle = "its process is starting";
        boolean processAnswers = false;
        while (System.nanoTime() - beginNs < limitNs) {
            WorkerLink link = keeper.link();
            if (keeper.isReplaced() && !keeper.isOver()) {
                throw new ReplacedException(name);
            }
            try {
                if (link != null) {
                    giveToProcess.accept(link.topology());
                    keeper.refresh(link);
                    return;
                }
                processAnswers = false;
                if (storeUnlessRunning(orderName, storeInFolder)) {
                    keeper.wake();
                    return;
                }
            } catch (ProcessGoneException e) {
                obstacle = String.valueOf(e.getMessage());
                processAnswers = false;
            } catch (SilentProcessException e) {
                keeper.onSilence();
                if (!byForce) {
                    throw e;
                }
                killAndStore(orderName, storeInFolder);
                return;
            } catch (ControlException e) {
                // The process refuses, for example because it is busy.
                if (!byForce) {
                    throw e;
                }
                obstacle = String.valueOf(e.getMessage());
                processAnswers = true;
            }
            keeper.wake();
            sleepBeforeRetry(orderName);
        }
        if (byForce && !processAnswers) {
            killAndStore(orderName, storeInFolder);
            return;
        }
        throw new IllegalStateException(
                "%s of topology '%s' has failed: %s; try again"
                        .formatted(orderName, name, obstacle));
    }

    /**
     * Kills the process, and each further process that appears, and stores the order while this
     * server starts no process.
     */
    private void killAndStore(String orderName, FolderAction storeInFolder) {
        keeper.suspendStarts();
        try {
            long beginNs = System.nanoTime();
            long lastKilledPid = 0;
            while (!storeUnlessRunning(orderName, storeInFolder)) {
                if (System.nanoTime() - beginNs >= limitNs) {
                    throw new IllegalStateException(
                            "%s of topology '%s' has failed: its process was killed, but is still alive"
                                    .formatted(orderName, name));
                }
                lastKilledPid = killProcess(lastKilledPid);
                sleepBeforeRetry(orderName);
            }
        } finally {
            keeper.resumeStarts();
        }
    }

    /**
     * Stores the order in the folder if no process runs the topology. Returns whether nothing is
     * left to do: the order was stored, or the topology is over.
     */
    private boolean storeUnlessRunning(String orderName, FolderAction storeInFolder) {
        try {
            if (keeper.isReplaced()) {
                throw new ReplacedException(name);
            }
            return keeper.isOver() || folder.doUnlessRunning(storeInFolder);
        } catch (ReplacedFolderException e) {
            throw new ReplacedException(name);
        } catch (ClosedByInterruptException e) {
            throw interruptedError(orderName, e);
        } catch (IOException e) {
            if (keeper.isOver()) { // its folder has been removed
                return true;
            }
            throw storeError(orderName, e);
        }
    }

    private IllegalStateException storeError(String orderName, IOException e) {
        return new IllegalStateException(
                "%s of topology '%s' can't be stored in %s (%s: %s); make room, or make it writable"
                        .formatted(
                                orderName,
                                name,
                                folder,
                                e.getClass().getSimpleName(),
                                e.getMessage()),
                e);
    }

    /**
     * Kills the process that runs the topology, if there is one.
     *
     * @param lastKilledPid id of the process that was killed last; 0 for none
     * @return id of the process that was killed last, by this call or before it
     */
    private long killProcess(long lastKilledPid) {
        try {
            Optional<ProcessIdentity> identity = folder.worker();
            Optional<ProcessHandle> process = identity.flatMap(WorkerLink::process);
            if (folder.runsInThisProcess()) {
                throw new IllegalStateException(
                        "topology '%s' runs inside the server and does not answer: restart the server"
                                .formatted(name));
            }
            if (process.isPresent() && folder.isRunning()) {
                long pid = process.get().pid();
                if (pid != lastKilledPid) {
                    LOG.warn(
                            "process {} of topology '{}' does not answer and is killed", pid, name);
                }
                process.get().destroyForcibly();
                return pid;
            }
        } catch (IOException e) {
            LOG.warn("{} can't be read: {}", folder, e.toString());
        }
        return lastKilledPid;
    }

    private void sleepBeforeRetry(String orderName) {
        LockSupport.parkNanos(POLL_NS);
        if (Thread.currentThread().isInterrupted()) { // parkNanos would not wait any more
            throw interruptedError(orderName, null);
        }
    }

    private IllegalStateException interruptedError(String orderName, @Nullable IOException e) {
        return new IllegalStateException(
                "%s of topology '%s' has failed: the thread was interrupted; try again"
                        .formatted(orderName, name),
                e);
    }
}
