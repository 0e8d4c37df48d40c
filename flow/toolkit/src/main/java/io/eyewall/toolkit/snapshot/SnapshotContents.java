package io.eyewall.toolkit.snapshot;

import io.eyewall.state.SavedSnapshot;
import io.eyewall.state.StateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The newest snapshot of a topology, as {@code eyewall snapshots} shows it.
 *
 * @param topology name of the topology
 * @param number number of the snapshot
 * @param takenMs when the snapshot was taken, in milliseconds since 1970
 * @param bytes size of its files
 * @param hasEnded whether the topology had come to its end, so that its next run begins anew
 * @param tasks the tasks that have state, by component and index
 */
public record SnapshotContents(
        String topology,
        long number,
        long takenMs,
        long bytes,
        boolean hasEnded,
        List<TaskContents> tasks) {
    /**
     * The state of a task.
     *
     * @param component id of its component
     * @param index index among the component's tasks, from 0
     * @param entries number of entries: windows, keys, positions
     * @param bytes size of the entries
     */
    public record TaskContents(String component, int index, long entries, long bytes) {}

    /**
     * Returns the names of the topologies that have snapshots in a folder ({@code
     * eyewall.snapshot.dir}), sorted.
     *
     * @throws StateException if the folder can't be read
     */
    public static List<String> topologies(Path dir) {
        if (!Files.isDirectory(dir)) {
            throw new StateException("there is no folder " + dir);
        }
        try (var entries = Files.list(dir)) {
            return entries.filter(each -> Files.isDirectory(each.resolve("snapshots")))
                    .map(each -> each.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new StateException("the folder " + dir + " can't be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a topology's newest snapshot, whether the topology is running or not; returns null if
     * it has none.
     */
    public static @Nullable SnapshotContents read(Path dir, String topology) {
        try (SavedSnapshot snapshot =
                SavedSnapshot.open(dir.resolve(topology).resolve("snapshots"))) {
            if (snapshot == null) {
                return null;
            }
            SortedMap<TaskId, long[]> sizes = new TreeMap<>();
            snapshot.forEach(
                    (key, value) -> {
                        TaskId task = TaskId.ofKey(key);
                        if (task != null) {
                            long[] size = sizes.computeIfAbsent(task, each -> new long[2]);
                            size[0]++;
                            size[1] += key.length + value.length;
                        }
                    });
            List<TaskContents> tasks = new ArrayList<>();
            sizes.forEach(
                    (task, size) ->
                            tasks.add(
                                    new TaskContents(
                                            task.component(), task.index(), size[0], size[1])));
            return new SnapshotContents(
                    topology,
                    snapshot.number(),
                    snapshot.takenMs(),
                    snapshot.bytes(),
                    RunRecord.read(snapshot::get).isOver(),
                    tasks);
        }
    }

    /**
     * Passes on the entries of a component's own state in the newest snapshot, as text.
     *
     * @param conf configuration with the serializers of the topology's tuples
     * @param action receives the index of a task and the objects of an entry
     */
    public static void forEachEntry(
            Path dir,
            String topology,
            String component,
            Map<String, Object> conf,
            BiConsumer<Integer, String> action) {
        try (SavedSnapshot snapshot =
                SavedSnapshot.open(dir.resolve(topology).resolve("snapshots"))) {
            if (snapshot == null) {
                return;
            }
            Map<TaskId, StateCodec> codecs = new HashMap<>();
            snapshot.forEach(
                    (key, value) -> {
                        TaskId task = TaskId.ofKey(key);
                        if (task != null
                                && task.component().equals(component)
                                && isOfOperator(task, key)) {
                            StateCodec codec =
                                    codecs.computeIfAbsent(
                                            task, each -> new StateCodec(each, conf));
                            action.accept(task.index(), text(codec, value));
                        }
                    });
        }
    }

    /** Returns whether an entry is one of the operator's own, and not of its markers. */
    private static boolean isOfOperator(TaskId task, byte[] key) {
        return task.tableOf(key) <= StateWriter.MAX_TABLE;
    }

    private static String text(StateCodec codec, byte[] value) {
        try {
            return Arrays.deepToString(codec.decode(value));
        } catch (RuntimeException e) {
            return value.length + " bytes, which need the topology's classes";
        }
    }
}
