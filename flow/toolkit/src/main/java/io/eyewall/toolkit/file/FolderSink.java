package io.eyewall.toolkit.file;

import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import io.eyewall.toolkit.sink.SinkWriter;
import io.eyewall.toolkit.sink.TransactionalWriter;
import io.eyewall.toolkit.snapshot.SnapshotId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Builds a bolt that writes one file per batch, at least once: tuples are acked when the complete
 * file is on disk; or one per snapshot, exactly once ({@link #transactional}). File names begin
 * with the time, see {@link FileNames}. By default a batch has 10,000 tuples or lasts 10 s.
 */
public final class FolderSink extends SinkBuilder<FolderSink> {
    private static final SinkOptions DEFAULT_OPTIONS =
            new SinkOptions(10_000, Duration.ofSeconds(10), Duration.ofSeconds(10));

    private final String folder;
    private final FileFormat format;
    private SnapshotFiles.@Nullable Name transactionalName;

    private FolderSink(Path folder, FileFormat format) {
        super(DEFAULT_OPTIONS);
        this.folder = folder.toAbsolutePath().toString();
        this.format = format;
    }

    /**
     * Returns a builder.
     *
     * @param folder folder of the files; created if it does not exist
     */
    public static FolderSink of(Path folder, FileFormat format) {
        return new FolderSink(folder, format);
    }

    /**
     * Writes each snapshot of the topology ({@code eyewall.snapshot.dir}) as one file per task,
     * with its number in the name: each tuple exactly once, whatever operators are before the sink,
     * despite failures and {@code kill -9}. Files appear when their snapshot is whole; {@link
     * #batch} has no effect.
     *
     * @param name the sink's name, unique in the folder: letters, digits, dots and underscores
     */
    public FolderSink transactional(String name) {
        transactionalName = new SnapshotFiles.Name(name);
        writeSnapshots();
        return this;
    }

    @Override
    protected FolderSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        String path = folder;
        FileFormat fileFormat = format;
        SnapshotFiles.Name name = transactionalName;
        return bolt(
                (task, tasks, conf) -> {
                    Writer writer = new Writer(Path.of(path), fileFormat, task);
                    return name == null
                            ? writer
                            : new SnapshotWriter(
                                    writer,
                                    new SnapshotFiles(
                                            name, task, fileFormat, "the folder " + path));
                });
    }

    private record Writer(Path folder, FileFormat format, int task)
            implements SinkWriter, SnapshotFiles.Medium {
        @Override
        public void open() throws IOException {
            Files.createDirectories(folder);
        }

        @Override
        public int write(List<Tuple> tuples) throws Exception {
            write(FileNames.next(task, format), tuples);
            return tuples.size();
        }

        @Override
        public void write(String name, List<Tuple> tuples) throws Exception {
            Writes.writeAtomically(
                    folder.resolve(name), unfinished -> format.write(unfinished, tuples));
        }

        @Override
        public List<String> names() throws IOException {
            try (Stream<Path> files = Files.list(folder)) {
                return files.map(file -> file.getFileName().toString()).toList();
            }
        }

        @Override
        public void close() {
            // Nothing is kept open.
        }
    }

    private record SnapshotWriter(Writer writer, SnapshotFiles files)
            implements TransactionalWriter {
        @Override
        public void open() throws IOException {
            writer.open();
            files.forget();
        }

        @Override
        public int write(List<Tuple> tuples) throws Exception {
            return writer.write(tuples);
        }

        @Override
        public int writeSnapshot(SnapshotId snapshot, List<Tuple> tuples) throws Exception {
            return files.write(snapshot, tuples, writer);
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}
