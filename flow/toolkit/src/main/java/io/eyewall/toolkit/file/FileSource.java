package io.eyewall.toolkit.file;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Builds a spout that reads one file, or standard input, and ends. A file is read from its
 * beginning whenever the topology starts; standard input cannot be read again. Failed messages are
 * emitted again. Use one task.
 */
public final class FileSource extends SourceBuilder<FileSource> {
    private final String file;
    private final FileFormat format;

    private FileSource(String file, FileFormat format) {
        this.file = file;
        this.format = format;
    }

    /** Returns a builder for a file. */
    public static FileSource of(Path file, FileFormat format) {
        return new FileSource(file.toString(), format);
    }

    /**
     * Returns a builder for standard input, on which a thread {@code eyewall-standard-input} waits.
     */
    public static FileSource standardInput(FileFormat format) {
        return new FileSource("", format);
    }

    @Override
    protected FileSource self() {
        return this;
    }

    @Override
    protected @Nullable String whyPositionsBeginAnew() {
        return file.isEmpty() ? "each process numbers standard input from 0" : null;
    }

    /** Returns the spout. */
    public SourceSpout build() {
        // Local copies, as the serialized factory must not capture this builder.
        String path = file;
        FileFormat fileFormat = format;
        return spout(
                (task, tasks, conf) ->
                        path.isEmpty()
                                ? new StandardInputReader(fileFormat)
                                : new FileReader(Path.of(path), fileFormat),
                format.fields());
    }
}
