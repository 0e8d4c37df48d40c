package io.eyewall.plugin.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.cluster.ClusterUtils;
import org.apache.storm.cluster.IStateStorage;
import org.apache.storm.cluster.VersionedData;
import org.apache.storm.generated.Assignment;
import org.apache.storm.shade.org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * The part of ZooKeeper through which a topology's workers coordinate a new assignment: reads the
 * assignment, and reads and writes the workers' {@linkplain Note notes}, through Storm's client.
 * All calls block, for half a minute if ZooKeeper is unreachable, and then throw a
 * RuntimeException. Used by one thread.
 */
public final class Board implements AutoCloseable {
    private final IStateStorage storage;
    private final @Nullable List<ACL> acls;
    private final String assignmentPath;
    private final String folder;
    private boolean folderExists;

    /** Creates a board. Closing the board closes the storage. */
    public Board(IStateStorage storage, @Nullable List<ACL> acls, String topologyId) {
        this.storage = storage;
        this.acls = acls;
        assignmentPath = ClusterUtils.assignmentPath(topologyId);
        folder = Note.folder(topologyId);
    }

    /**
     * An assignment with its version.
     *
     * @param version the version of the assignment's ZooKeeper node
     * @param assignment the assignment
     */
    public record VersionedAssignment(int version, Assignment assignment) {}

    /**
     * Returns the version of the assignment; empty if there is none because the topology was
     * killed.
     */
    public Optional<Integer> assignmentVersion() {
        try {
            return Optional.ofNullable(storage.get_version(assignmentPath, false));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("cannot read ZooKeeper node " + assignmentPath, e);
        }
    }

    /** Returns the assignment; empty if there is none. */
    public Optional<VersionedAssignment> assignment() {
        VersionedData<byte[]> data = storage.get_data_with_version(assignmentPath, false);
        if (data == null) {
            if (storage.node_exists(assignmentPath, false)) {
                throw new IllegalStateException("cannot read ZooKeeper node " + assignmentPath);
            }
            return Optional
                    .empty(); // checked above, as Storm's client returns null after errors, too
        }
        Assignment assignment = ClusterUtils.maybeDeserialize(data.getData(), Assignment.class);
        return assignment == null
                ? Optional.empty()
                : Optional.of(new VersionedAssignment(data.getVersion(), assignment));
    }

    /** Returns the names of all notes. */
    public List<String> noteNames() {
        if (!folderExists) {
            if (!storage.node_exists(folder, false)) {
                return List.of();
            }
            folderExists = true;
        }
        List<String> names = storage.get_children(folder, false);
        return names == null ? List.of() : List.copyOf(names);
    }

    /**
     * Creates the folder of the topology's notes; called by a supervisor, because with access
     * control in ZooKeeper a worker may not create it. Only workers of this topology and Storm's
     * daemons may write to the folder.
     */
    public void createFolder(Map<String, Object> topologyConf) {
        storage.mkdirs(Note.ROOT, acls);
        storage.mkdirs(folder, ClusterUtils.mkTopoReadWriteAcls(topologyConf));
    }

    /**
     * Writes a note and then deletes the same worker's previous note, if there is one and it
     * differs.
     */
    public void replaceNote(@Nullable Note previous, Note note) {
        storage.set_ephemeral_node(folder + "/" + note.name(), new byte[0], acls);
        folderExists = true;
        if (previous != null && !previous.equals(note)) {
            storage.delete_node(folder + "/" + previous.name());
        }
    }

    /** Deletes all notes of a worker that has ended. */
    public void removeNotes(String workerId) {
        for (String name : new ArrayList<>(noteNames())) {
            if (Note.parse(name).filter(note -> note.workerId().equals(workerId)).isPresent()) {
                storage.delete_node(folder + "/" + name);
            }
        }
    }

    /** Deletes the folder with its notes, for a topology that has ended. */
    public void removeFolder() {
        storage.delete_node(folder);
    }

    @Override
    public void close() {
        storage.close();
    }
}
