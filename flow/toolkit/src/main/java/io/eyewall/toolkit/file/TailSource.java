package io.eyewall.toolkit.file;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.nio.file.Path;
import org.apache.storm.tuple.Fields;

/**
 * Builds a spout that follows a growing file of lines, such as a log, at least once; a line is read
 * once its line break has been written. When the file is renamed and a new one is begun, the spout
 * first reads the old one to its end. It does so even if that happened while the topology did not
 * run; it then finds the old file in the same folder, whatever its name. When the file is truncated
 * the spout continues in the copy that was made of it, if there is one, and then at the file's
 * beginning. Use one task.
 */
public final class TailSource extends SourceBuilder<TailSource> {
    private final String file;
    private final String field;
    private String progressFile;

    private TailSource(Path file, String field) {
        this.file = file.toAbsolutePath().toString();
        this.field = field;
        progressFile = this.file + ".eyewall";
    }

    /**
     * Returns a builder.
     *
     * @param file file to follow; need not exist yet
     * @param field field for the line
     */
    public static TailSource of(Path file, String field) {
        return new TailSource(file, field);
    }

    /** Sets the file that stores the progress; {@code FILE.eyewall} by default. */
    public TailSource keptIn(Path progressPath) {
        progressFile = progressPath.toAbsolutePath().toString();
        return this;
    }

    @Override
    protected TailSource self() {
        return this;
    }

    /** Returns the spout. */
    public SourceSpout build() {
        // Local copies, as the serialized factory must not capture this builder.
        String path = file;
        String progress = progressFile;
        String line = field;
        return spout(
                (task, tasks, conf) -> new TailReader(Path.of(path), Path.of(progress), line),
                new Fields(field));
    }
}
