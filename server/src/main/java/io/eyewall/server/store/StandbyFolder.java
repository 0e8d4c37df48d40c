package io.eyewall.server.store;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which version runs when a topology is being replaced: the old one, or the one in standby.
 * What says so are the orders, a file that there is one of. It lies in the folder of the one, and
 * is moved into the folder {@code standby} of the other, which is the point of no return. That
 * fails when the one was killed, as there are no orders then, and when the other was dropped, as
 * there is no such folder then; and it can't be dropped any more when the orders are there, as only
 * an empty folder can be removed. So whichever process is killed when, one of them goes on.
 *
 * <pre>
 * standby/               empty            waits
 * standby/orders.json                     has taken over, and is to make these orders its own
 * no standby/, no orders                  dropped
 * no standby/, orders.json                as any other topology
 * </pre>
 */
final class StandbyFolder {
    private static final Logger LOG = LoggerFactory.getLogger(StandbyFolder.class);
    private static final String NAME = "standby";

    private final Path folder;

    /**
     * @param topology folder of the topology in standby
     */
    StandbyFolder(Path topology) {
        folder = topology.resolve(NAME);
    }

    /** Makes it: the topology waits from now on. */
    void make() throws IOException {
        DurableFiles.makeFolder(folder);
    }

    /** Whether it waits, or has not made the orders its own. */
    boolean isThere() {
        return Files.isDirectory(folder);
    }

    /** The orders, once they are there. */
    Path orders() {
        return folder.resolve(TopologyFolder.ORDERS);
    }

    /** Whether the orders are there. */
    boolean hasOrders() {
        return Files.exists(orders());
    }

    /**
     * Moves the orders here.
     *
     * @param from where the topology has them that is replaced
     * @throws NoSuchFileException if it has none, or this was dropped
     */
    void take(Path from) throws IOException {
        Files.move(from, orders(), StandardCopyOption.ATOMIC_MOVE);
        try {
            DurableFiles.sync(folder);
            DurableFiles.syncFolderOf(from);
        } catch (IOException e) {
            LOG.warn("{} may not outlive a loss of power: {}", orders(), e.toString()); // but is so
        }
    }

    /**
     * Nobody can hand over to it any more.
     *
     * @return false if somebody has
     */
    boolean drop() throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
        DurableFiles.syncFolderOf(folder);
        return true;
    }

    /** The orders have been made the topology's own. */
    void clear() throws IOException {
        Files.deleteIfExists(orders());
        drop();
    }
}
