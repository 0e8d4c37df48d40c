package io.eyewall.toolkit.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a spout that reads the files of a folder, in the order of their names, at least once; then
 * it ends, or looks for more again and again. New files must have names behind those that are
 * there, as names that begin with the time have, and be whole when they appear (moved there).
 * Several tasks share the files. A file that can't be read to its end gives a dead letter, and the
 * next is read. It looks for more each second unless told otherwise.
 */
public final class FolderSource extends FilesSource<FolderSource> {
    private final String folder;
    private final String glob;
    private @Nullable String places;

    private FolderSource(Path folder, String glob, FileFormat format) {
        super(format, Duration.ofSeconds(1));
        this.folder = folder.toAbsolutePath().toString();
        this.glob = Objects.requireNonNull(glob, "glob");
    }

    /**
     * Begins one.
     *
     * @param glob of the names, such as {@code *.csv.gz}
     */
    public static FolderSource of(Path folder, String glob, FileFormat format) {
        return new FolderSource(folder, glob, format);
    }

    /**
     * Where it is kept how far it is; unless told otherwise, in {@code .eyewall} in the folder, for
     * each glob apart.
     */
    public FolderSource keptIn(Path other) {
        places = other.toAbsolutePath().toString();
        return this;
    }

    @Override
    protected FolderSource self() {
        return this;
    }

    @Override
    protected Store store() {
        String from = folder;
        String names = glob;
        String kept = places;
        return () ->
                kept == null
                        ? FolderStore.ofGlob(Path.of(from), names)
                        : new FolderStore(Path.of(from), names, Path.of(kept));
    }
}
