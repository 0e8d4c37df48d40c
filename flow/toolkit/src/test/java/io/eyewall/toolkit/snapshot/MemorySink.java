package io.eyewall.toolkit.snapshot;

import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import io.eyewall.toolkit.sink.TransactionalWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.tuple.Tuple;

/** A transactional sink whose medium is the memory of this process, by name and task. */
final class MemorySink extends SinkBuilder<MemorySink> {
    /** A medium. */
    static final class Medium {
        private long snapshot;
        private final List<Object> written = new ArrayList<>();

        /** How many of the next writes fail. */
        private int failures;
    }

    private static final Map<String, Medium> MEDIA = new ConcurrentHashMap<>();

    private final String name;

    private MemorySink(String name) {
        super(SinkOptions.DEFAULT);
        this.name = name;
        writeSnapshots();
    }

    static SinkBolt of(String name) {
        String key = name;
        return new MemorySink(name).bolt((task, tasks, conf) -> new Writer(key + task));
    }

    static void clear(String name) {
        MEDIA.keySet().removeIf(key -> key.startsWith(name));
    }

    static void failNext(String name, int writes) {
        Medium medium = MEDIA.computeIfAbsent(name + 0, absent -> new Medium());
        synchronized (medium) {
            medium.failures = writes;
        }
    }

    /** Returns what all tasks have written. */
    static List<Object> written(String name) {
        List<Object> all = new ArrayList<>();
        MEDIA.forEach(
                (key, medium) -> {
                    if (key.startsWith(name)) {
                        synchronized (medium) {
                            all.addAll(medium.written);
                        }
                    }
                });
        return all;
    }

    @Override
    protected MemorySink self() {
        return this;
    }

    @Override
    public String toString() {
        return name;
    }

    private record Writer(String key) implements TransactionalWriter {
        @Override
        public void open() {
            MEDIA.computeIfAbsent(key, absent -> new Medium());
        }

        @Override
        public int write(List<Tuple> tuples) {
            throw new IllegalStateException("writes snapshots only");
        }

        @Override
        public int writeSnapshot(SnapshotId snapshot, List<Tuple> tuples) throws Exception {
            Medium medium = MEDIA.computeIfAbsent(key, absent -> new Medium());
            synchronized (medium) {
                if (medium.failures > 0) {
                    medium.failures--;
                    throw new java.io.IOException("the medium fails");
                }
                if (medium.snapshot >= snapshot.number()) {
                    return 0;
                }
                medium.snapshot = snapshot.number();
                tuples.forEach(tuple -> medium.written.add(tuple.getValueByField("value")));
                return tuples.size();
            }
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
