package io.eyewall.state;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;

/** Creates states for tests. */
final class States {
    private States() {}

    /** Returns a topology's configuration with its state under {@code folder}. */
    static Map<String, Object> conf(Path folder) {
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_NAME, "t");
        conf.put(StateSettings.DIR_KEY, folder.toString());
        // No test depends on surviving a loss of power.
        conf.put(StateSettings.SYNC_KEY, false);
        return conf;
    }

    /** Returns the state of a namespace as Storm creates it. */
    @SuppressWarnings({"unchecked", "NullAway"}) // states without tuples need no context
    static KeyValueState<String, Integer> open(Path folder, String namespace) {
        return (KeyValueState<String, Integer>)
                new RocksDbKeyValueStateProvider().newState(namespace, conf(folder), null);
    }

    /**
     * Copies the files of an open state, as they would be left if the process were killed now.
     *
     * @return {@code to}
     */
    static Path killedCopy(Path from, Path to) {
        try {
            Files.walkFileTree(
                    from,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                                throws IOException {
                            Path target = to.resolve(from.relativize(file).toString());
                            Files.createDirectories(target.getParent());
                            Files.copy(file, target);
                            return FileVisitResult.CONTINUE;
                        }
                    });
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes the mark in a folder as if the machine had lost power since it was written. */
    static void pretendThatTheSystemWasStartedAnew(Path folder) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve(CommitMark.FILE).toFile(), "rw")) {
            for (int slot = 0; slot < 2; slot++) {
                byte[] bytes = new byte[MarkSlot.BYTES];
                file.seek((long) slot * MarkSlot.BYTES);
                int read = file.read(bytes);
                MarkSlot found = read < bytes.length ? null : MarkSlot.decode(bytes);
                if (found != null) {
                    file.seek((long) slot * MarkSlot.BYTES);
                    file.write(
                            new MarkSlot(
                                            found.generation(),
                                            found.durable(),
                                            found.written(),
                                            new BootId(1, 2))
                                    .encode());
                }
            }
        }
    }

    /** Returns all entries that the iterator returns. */
    static Map<String, Integer> entries(KeyValueState<String, Integer> state) {
        Map<String, Integer> entries = new TreeMap<>();
        for (Map.Entry<String, Integer> entry : state) {
            Integer twice = entries.put(entry.getKey(), entry.getValue());
            if (twice != null) {
                throw new IllegalStateException(entry.getKey() + " came twice");
            }
        }
        return entries;
    }
}
