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
 * A topology's assignment and notes in ZooKeeper, by Storm's own client. All calls block, for half
 * a minute when ZooKeeper is gone, and then throw a RuntimeException. One thread.
 */
public final class Board implements AutoCloseable {
    private final IStateStorage storage;
    private final @Nullable List<ACL> acls;
    private final String assignmentPath;
    private final String folder;
    private boolean made;

    /** Closes the storage when it is closed. */
    public Board(IStateStorage storage, @Nullable List<ACL> acls, String topologyId) {
        this.storage = storage;
        this.acls = acls;
        assignmentPath = ClusterUtils.assignmentPath(topologyId);
        folder = Note.folder(topologyId);
    }

    /**
     * @param version as ZooKeeper counts it
     */
    public record Versioned(int version, Assignment assignment) {}

    /** The version of the assignment; empty if there is none, as the topology was killed. */
    public Optional<Integer> version() {
        try {
            return Optional.ofNullable(storage.get_version(assignmentPath, false));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("can't read " + assignmentPath, e);
        }
    }

    /** Empty if there is none. */
    public Optional<Versioned> assignment() {
        VersionedData<byte[]> data = storage.get_data_with_version(assignmentPath, false);
        if (data == null) {
            if (storage.node_exists(assignmentPath, false)) {
                throw new IllegalStateException("can't read " + assignmentPath);
            }
            return Optional.empty(); // Storm's client says null for an error, too
        }
        Assignment assignment = ClusterUtils.maybeDeserialize(data.getData(), Assignment.class);
        return assignment == null
                ? Optional.empty()
                : Optional.of(new Versioned(data.getVersion(), assignment));
    }

    /** Names of all notes. */
    public List<String> notes() {
        if (!made) {
            if (!storage.node_exists(folder, false)) {
                return List.of();
            }
            made = true;
        }
        List<String> names = storage.get_children(folder, false);
        return names == null ? List.of() : List.copyOf(names);
    }

    /**
     * Makes the folder of notes, as a supervisor: where ZooKeeper asks who writes, a worker may not
     * do it, and only workers of this topology and Storm's daemons may write to it.
     */
    public void makeFolder(Map<String, Object> topologyConf) {
        storage.mkdirs(Note.ROOT, acls);
        storage.mkdirs(folder, ClusterUtils.mkTopoReadWriteAcls(topologyConf));
    }

    /** Puts up a note, and takes down the worker's last one, if that is another. */
    public void put(@Nullable Note last, Note note) {
        storage.set_ephemeral_node(folder + "/" + note.name(), new byte[0], acls);
        made = true;
        if (last != null && !last.equals(note)) {
            storage.delete_node(folder + "/" + last.name());
        }
    }

    /** Takes down all notes of a worker that has ended. */
    public void remove(String workerId) {
        for (String name : new ArrayList<>(notes())) {
            if (Note.parse(name).filter(note -> note.workerId().equals(workerId)).isPresent()) {
                storage.delete_node(folder + "/" + name);
            }
        }
    }

    /** Takes the folder away with all that is in it; for a topology that is no more. */
    public void removeFolder() {
        storage.delete_node(folder);
    }

    @Override
    public void close() {
        storage.close();
    }
}
