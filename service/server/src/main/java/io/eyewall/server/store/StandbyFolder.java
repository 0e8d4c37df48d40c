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
 * Decides which version of a topology runs during an update: the old one, or the new one in
 * standby. The version that has the orders runs, and there is exactly one orders file. It is moved
 * from the folder of the old version into the folder {@code standby} of the new version; this
 * rename is the point of no return. The rename fails if the old version was killed, because its
 * orders are gone then, and if the new version was dropped, because its {@code standby} folder is
 * gone then. Conversely, the new version can't be dropped after the rename, because only an empty
 * folder can be removed. So exactly one version continues, even if a process is killed at any
 * moment.
 *
 * <pre>
 * standby/ is empty                     the new version waits
 * standby/orders.json                   it has taken over, and must make these orders its own
 * no standby/, no orders.json           it was dropped
 * no standby/, orders.json              it runs like any other topology
 * </pre>
 */
final class StandbyFolder {
    private static final Logger LOG = LoggerFactory.getLogger(StandbyFolder.class);
    private static final String NAME = "standby";

    private final Path folder;

    /**
     * @param topologyFolder folder of the new version
     */
    StandbyFolder(Path topologyFolder) {
        folder = topologyFolder.resolve(NAME);
    }

    /** Creates the folder: the topology is in standby from now on. */
    void create() throws IOException {
        DurableFiles.createFolder(folder);
    }

    /** Returns whether the topology waits, or has not yet made the received orders its own. */
    boolean exists() {
        return Files.isDirectory(folder);
    }

    /** Returns the path of the received orders, whether they exist or not. */
    Path ordersFile() {
        return folder.resolve(TopologyFolder.ORDERS);
    }

    /** Returns whether the orders have been received. */
    boolean hasOrders() {
        return Files.exists(ordersFile());
    }

    /**
     * Moves the orders into this folder.
     *
     * @param from the orders file of the topology that is replaced
     * @throws NoSuchFileException if that topology has no orders, or this folder was dropped
     */
    void receiveOrders(Path from) throws IOException {
        Files.move(from, ordersFile(), StandardCopyOption.ATOMIC_MOVE);
        try {
            DurableFiles.sync(folder);
            DurableFiles.syncFolderOf(from);
        } catch (IOException e) {
            LOG.warn(
                    "{} may not outlive a loss of power: {}",
                    ordersFile(),
                    e.toString()); // the take-over is valid anyway
        }
    }

    /**
     * Ends the standby: no topology can hand over to this one any more.
     *
     * @return false if one has handed over already
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

    /** Removes the received orders and the folder, after they were made the topology's own. */
    void removeWithOrders() throws IOException {
        Files.deleteIfExists(ordersFile());
        drop();
    }
}
