package io.eyewall.toolkit.file;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Makes a spout that reads the files of a folder, in the order of their names, at least once; then
 * it ends, or looks for more again and again. New files must have names behind those that are
 * there, as names that begin with the time have, and be whole when they appear (moved there).
 * Several tasks share the files. A file that can't be read to its end gives a dead letter, and the
 * next is read.
 */
public final class FolderSource extends SourceBuilder<FolderSource> {
    private final String folder;
    private final String glob;
    private final FileFormat format;
    private String places;
    private Duration listEvery = Duration.ofSeconds(1);
    private boolean untilEnd;

    private FolderSource(Path folder, String glob, FileFormat format) {
        this.folder = folder.toAbsolutePath().toString();
        this.glob = Objects.requireNonNull(glob, "glob");
        this.format = format;
        places = this.folder + "/.eyewall";
    }

    /**
     * Begins one.
     *
     * @param glob of the names, such as {@code *.csv.gz}
     */
    public static FolderSource of(Path folder, String glob, FileFormat format) {
        return new FolderSource(folder, glob, format);
    }

    /** Where it is kept how far it is; {@code .eyewall} in the folder unless told otherwise. */
    public FolderSource keptIn(Path other) {
        places = other.toAbsolutePath().toString();
        return this;
    }

    /** How long to wait when there were no more files; a second unless told otherwise. */
    public FolderSource listEvery(Duration interval) {
        listEvery = interval;
        return this;
    }

    /** Ends when there are no more files. */
    public FolderSource untilEnd() {
        untilEnd = true;
        return this;
    }

    @Override
    protected FolderSource self() {
        return this;
    }

    /** The spout. */
    public SourceSpout build() {
        String from = folder;
        String names = glob;
        String kept = places;
        FileFormat as = format;
        long everyNs = listEvery.toNanos();
        boolean end = untilEnd;
        return spout(
                (task, tasks, conf) ->
                        new FilesReader(
                                new FolderStore(Path.of(from), names, Path.of(kept)),
                                as,
                                everyNs,
                                end,
                                task,
                                tasks),
                format.fields());
    }
}
