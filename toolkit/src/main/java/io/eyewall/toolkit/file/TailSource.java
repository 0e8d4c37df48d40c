package io.eyewall.toolkit.file;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.nio.file.Path;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Makes a spout that follows a file of lines that grows, as a log does, at least once: a line is
 * read when it has its end. When the file is renamed and begun anew it reads the old one to its end
 * first, even if that happened while nobody read (then under whatever name it has in the folder);
 * when it is cut it reads on in the copy that was made of it, if there is one, then from the
 * beginning. Use one task.
 */
public final class TailSource extends SourceBuilder<TailSource> {
    private final String file;
    private final String field;
    private String place;

    private TailSource(Path file, String field) {
        this.file = file.toAbsolutePath().toString();
        this.field = field;
        place = this.file + ".eyewall";
    }

    /**
     * Begins one.
     *
     * @param file need not be there yet
     * @param field gets the line
     */
    public static TailSource of(Path file, String field) {
        return new TailSource(file, field);
    }

    /** Where it is kept how far it is; {@code FILE.eyewall} unless told otherwise. */
    public TailSource keptIn(Path other) {
        place = other.toAbsolutePath().toString();
        return this;
    }

    @Override
    protected TailSource self() {
        return this;
    }

    @Override
    protected @Nullable String whyPositionsBeginAnew() {
        return "positions in a file that is cut begin anew";
    }

    /** The spout. */
    public SourceSpout build() {
        String followed = file;
        String kept = place;
        String line = field;
        return spout(
                (task, tasks, conf) -> new TailReader(Path.of(followed), Path.of(kept), line),
                new Fields(field));
    }
}
