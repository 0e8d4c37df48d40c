package io.eyewall.examples.trident;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.task.IMetricsContext;
import org.apache.storm.trident.state.OpaqueValue;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.state.map.IBackingMap;
import org.apache.storm.trident.state.map.OpaqueMap;

/**
 * What {@link FileMap} is for transactional spouts: counts with the count before the transaction
 * that changed each last. Outlives a process that is killed, but not a machine.
 */
final class OpaqueFileMap implements IBackingMap<OpaqueValue<Long>> {
    private final Path file;
    private final Map<String, OpaqueValue<Long>> counts;

    OpaqueFileMap(Path file) {
        this.file = file;
        this.counts = read(file);
    }

    record Factory(String folder) implements StateFactory {
        @Override
        @SuppressWarnings({"rawtypes", "unchecked"}) // as Storm declares it
        public State makeState(
                Map<String, Object> conf, IMetricsContext metrics, int index, int partitions) {
            Path file = Path.of(folder, "counts-" + index + "-of-" + partitions);
            return OpaqueMap.build((IBackingMap) new OpaqueFileMap(file));
        }
    }

    /** What a file holds, of lines such as {@code 7 12 11 cow}; empty if there is none. */
    static Map<String, OpaqueValue<Long>> read(Path file) {
        Map<String, OpaqueValue<Long>> counts = new TreeMap<>();
        try {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    String[] parts = line.split(" ", 4);
                    counts.put(
                            parts[3],
                            new OpaqueValue<>(
                                    Long.valueOf(parts[0]),
                                    Long.valueOf(parts[1]),
                                    parts[2].equals("null") ? null : Long.valueOf(parts[2])));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the counts in " + file, e);
        }
        return counts;
    }

    @Override
    public List<OpaqueValue<Long>> multiGet(List<List<Object>> keys) {
        List<OpaqueValue<Long>> values = new ArrayList<>();
        keys.forEach(key -> values.add(counts.get((String) key.get(0))));
        return values;
    }

    @Override
    public void multiPut(List<List<Object>> keys, List<OpaqueValue<Long>> values) {
        for (int i = 0; i < keys.size(); i++) {
            counts.put((String) keys.get(i).get(0), values.get(i));
        }
        StringBuilder lines = new StringBuilder();
        counts.forEach(
                (word, value) ->
                        lines.append(value.getCurrTxid() + " " + value.getCurr() + " ")
                                .append(value.getPrev() + " " + word + "\n"));
        try {
            Files.createDirectories(file.getParent());
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(fresh, lines);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the counts to " + file, e);
        }
    }
}
