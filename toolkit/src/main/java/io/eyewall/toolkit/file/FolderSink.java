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
 * Makes a bolt that writes a file for each batch, at least once: tuples are acked when the file is
 * on disk, as a whole. Names begin with the time, see {@link FileNames}. Batches of 10,000 tuples
 * or 10 s unless told otherwise.
 */
public final class FolderSink extends SinkBuilder<FolderSink> {
    private static final SinkOptions BATCHES =
            new SinkOptions(10_000, Duration.ofSeconds(10), Duration.ofSeconds(10));

    private final String folder;
    private final FileFormat format;

    private FolderSink(Path folder, FileFormat format) {
        super(BATCHES);
        this.folder = folder.toAbsolutePath().toString();
        this.format = format;
    }

    /**
     * Begins one.
     *
     * @param folder is created unless it is there
     */
    public static FolderSink of(Path folder, FileFormat format) {
        return new FolderSink(folder, format);
    }

    @Override
    protected FolderSink self() {
        return this;
    }

    /** The bolt. */
    public SinkBolt build() {
        String to = folder;
        FileFormat as = format;
        return bolt((task, tasks, conf) -> new Writer(Path.of(to), as, task));
    }

    private record Writer(Path folder, FileFormat format, int task) implements SinkWriter {
        @Override
        public void open() throws IOException {
            Files.createDirectories(folder);
        }

        @Override
        public int write(List<Tuple> tuples) throws Exception {
            Path file = folder.resolve(FileNames.next(task, format));
            Writes.whole(file, unfinished -> format.write(unfinished, tuples));
            return tuples.size();
        }

        @Override
        public void close() {
            // Nothing is kept open.
        }
    }
}
