package io.eyewall.server.keeper;

import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.TopologyFolder.Deed;
import io.eyewall.server.store.WorkerMark;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a topology is told what to do, whether its process runs, starts or is gone: when an order
 * has been taken, it is on disk. Any thread may call, and waits.
 */
final class OrderDesk {
    private static final Logger LOG = LoggerFactory.getLogger(OrderDesk.class);
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Keeper keeper;
    private final TopologyFolder folder;
    private final String name;

    OrderDesk(Keeper keeper, TopologyFolder folder, String name) {
        this.keeper = keeper;
        this.folder = folder;
        this.name = name;
    }

    /** Spouts emit, or not. */
    void setActive(boolean active) {
        order(
                active ? "activation" : "deactivation",
                active ? RemoteTopology::activate : RemoteTopology::deactivate,
                () -> folder.write(folder.orders().withActive(active)),
                false);
    }

    /** The end; a process that doesn't answer is ended by force. */
    void kill(Duration wait) {
        order("the end", remote -> remote.kill(wait), folder::kill, true);
    }

    /** Others from now on. */
    void setCredentials(Map<String, String> credentials) {
        order(
                "new credentials",
                remote -> remote.setCredentials(credentials),
                () -> folder.writeCredentials(credentials),
                false);
    }

    /**
     * Has the topology do something: its process, which keeps it in the folder, or there at once
     * while there is no process. Returns when one of them is done.
     *
     * @param toProcess may be done twice, if a process ends meanwhile
     * @param inFolder the same for later processes
     * @param byForce whether a process that doesn't answer is ended
     * @throws IllegalStateException if it could not be done in time, or can't be kept
     */
    private void order(
            String what, Consumer<RemoteTopology> toProcess, Deed inFolder, boolean byForce) {
        long beginNs = System.nanoTime();
        String trouble = "its process is starting";
        while (System.nanoTime() - beginNs < LIMIT_NS) {
            WorkerLink now = keeper.link();
            try {
                if (now != null) {
                    toProcess.accept(now.topology());
                    keeper.refresh(now);
                    return;
                }
                if (keeper.isOver() || folder.whileNobodyRuns(inFolder)) {
                    keeper.wake();
                    return;
                }
            } catch (ProcessGoneException e) {
                trouble = String.valueOf(e.getMessage());
            } catch (ControlException e) {
                trouble = String.valueOf(e.getMessage());
                if (!byForce) {
                    throw e;
                }
                endByForce();
            } catch (IOException e) {
                throw notKept(what, e);
            }
            keeper.wake();
            pause();
        }
        if (byForce && endByForce()) {
            awaitFolder(what, inFolder);
            return;
        }
        throw new IllegalStateException(
                "%s of topology '%s' is not done: %s; try again".formatted(what, name, trouble));
    }

    private void awaitFolder(String what, Deed inFolder) {
        long beginNs = System.nanoTime();
        try {
            while (!folder.whileNobodyRuns(inFolder)) { // a process that is killed ends
                if (System.nanoTime() - beginNs >= LIMIT_NS) {
                    throw new IllegalStateException(
                            "%s of topology '%s' is not done: its process was killed, and lives"
                                    .formatted(what, name));
                }
                pause();
            }
        } catch (IOException e) {
            throw notKept(what, e);
        }
    }

    private IllegalStateException notKept(String what, IOException e) {
        return new IllegalStateException(
                "%s of topology '%s' can't be kept in %s (%s: %s); make room, or make it writable"
                        .formatted(
                                what, name, folder, e.getClass().getSimpleName(), e.getMessage()),
                e);
    }

    /** Ends the process without asking it; whether there was one. */
    private boolean endByForce() {
        try {
            Optional<WorkerMark> mark = folder.worker();
            Optional<ProcessHandle> process = mark.flatMap(WorkerLink::process);
            if (process.isPresent() && folder.isRun()) {
                LOG.warn("process {} does not answer: it is killed", process.get().pid());
                return process.get().destroyForcibly();
            }
        } catch (IOException e) {
            LOG.warn("{} can't be read: {}", folder, e.toString());
        }
        return false;
    }

    private static void pause() {
        LockSupport.parkNanos(POLL_NS);
    }
}
