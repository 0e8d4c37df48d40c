package io.eyewall.toolkit.file;

import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import io.eyewall.toolkit.sink.SinkOptions;
import io.eyewall.toolkit.sink.SinkWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.storm.tuple.Tuple;

/**
 * Builds a bolt that writes one file per batch, at least once: tuples are acked when the complete
 * file is on disk. File names begin with the time, see {@link FileNames}. By default a batch has
 * 10,000 tuples or lasts 10 s.
 */
public final class FolderSink extends SinkBuilder<FolderSink> {
    private static final SinkOptions DEFAULT_OPTIONS =
            new SinkOptions(10_000, Duration.ofSeconds(10), Duration.ofSeconds(10));

    private final String folder;
    private final FileFormat format;

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

    @Override
    protected FolderSink self() {
        return this;
    }

    /** Returns the bolt. */
    public SinkBolt build() {
        // Local copies, as the serialized factory must not capture this builder.
        String path = folder;
        FileFormat fileFormat = format;
        return bolt((task, tasks, conf) -> new Writer(Path.of(path), fileFormat, task));
    }

    private record Writer(Path folder, FileFormat format, int task) implements SinkWriter {
        @Override
        public void open() throws IOException {
            Files.createDirectories(folder);
        }

        @Override
        public int write(List<Tuple> tuples) throws Exception {
            Path file = folder.resolve(FileNames.next(task, format));
            Writes.writeAtomically(file, unfinished -> format.write(unfinished, tuples));
            return tuples.size();
        }

        @Override
        public void close() {
            // Nothing is kept open.
        }
    }
}
