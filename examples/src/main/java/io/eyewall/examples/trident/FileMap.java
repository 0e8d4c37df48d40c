package io.eyewall.examples.trident;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.task.IMetricsContext;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.state.TransactionalValue;
import org.apache.storm.trident.state.map.IBackingMap;
import org.apache.storm.trident.state.map.TransactionalMap;

/**
 * Stores word counts in a file, each with the transaction that changed it last, so that a batch
 * replayed after a crash is recognised. Every update writes a new file and renames it, so a crash
 * leaves either the old or the new file. Suitable for few words; use a database for many.
 */
public final class FileMap implements IBackingMap<TransactionalValue<Long>> {
    private final Path file;
    private final Map<String, TransactionalValue<Long>> counts;

    /**
     * Reads the file if it exists.
     *
     * @param file a file with lines such as {@code 7 12 cow}: transaction, count, word
     */
    FileMap(Path file) {
        this.file = file;
        this.counts = read(file);
    }

    /**
     * Stores each partition of a state in its own file.
     *
     * @param folder the folder, created if missing; a string, because factories are serialised
     */
    public record Factory(String folder) implements StateFactory {
        @Override
        @SuppressWarnings({"rawtypes", "unchecked"}) // as in Storm's declaration
        public State makeState(
                Map<String, Object> conf, IMetricsContext metrics, int index, int partitions) {
            Path file = Path.of(folder, "counts-" + index + "-of-" + partitions);
            return TransactionalMap.build((IBackingMap) new FileMap(file));
        }
    }

    /** Returns the counts in a file; empty if it does not exist. */
    static Map<String, TransactionalValue<Long>> read(Path file) {
        Map<String, TransactionalValue<Long>> counts = new TreeMap<>();
        try {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    String[] parts = line.split(" ", 3);
                    counts.put(
                            parts[2],
                            new TransactionalValue<>(
                                    Long.valueOf(parts[0]), Long.valueOf(parts[1])));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the counts in " + file, e);
        }
        return counts;
    }

    @Override
    public List<TransactionalValue<Long>> multiGet(List<List<Object>> keys) {
        List<TransactionalValue<Long>> values = new ArrayList<>();
        keys.forEach(key -> values.add(counts.get((String) key.get(0))));
        return values;
    }

    @Override
    public void multiPut(List<List<Object>> keys, List<TransactionalValue<Long>> values) {
        for (int i = 0; i < keys.size(); i++) {
            counts.put((String) keys.get(i).get(0), values.get(i));
        }
        StringBuilder lines = new StringBuilder();
        counts.forEach(
                (word, value) ->
                        lines.append(value.getTxid() + " " + value.getVal() + " " + word + "\n"));
        try {
            write(ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the counts to " + file, e);
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        Files.createDirectories(file.getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel =
                FileChannel.open(
                        fresh,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
