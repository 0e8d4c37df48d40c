package io.eyewall.toolkit.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds a spout that reads the files of a folder in the order of their names, at least once; then
 * it ends, or keeps listing the folder for more, each second by default. The names of new files
 * must sort behind those of existing files, as names that begin with the time do, and files must be
 * complete when they appear, for example by being moved there. Several tasks share the files. A
 * file that cannot be read to its end yields a dead letter, and the source continues with the next
 * file.
 */
public final class FolderSource extends FilesSource<FolderSource> {
    private final String folder;
    private final String glob;

    /** The folder in which tasks store their progress; null: a folder in the one that is read. */
    private @Nullable String progressFolder;

    private FolderSource(Path folder, String glob, FileFormat format) {
        super(format, Duration.ofSeconds(1));
        this.folder = folder.toAbsolutePath().toString();
        this.glob = Objects.requireNonNull(glob, "glob");
    }

    /**
     * Returns a builder.
     *
     * @param glob pattern of the file names, such as {@code *.csv.gz}
     */
    public static FolderSource of(Path folder, String glob, FileFormat format) {
        return new FolderSource(folder, glob, format);
    }

    /**
     * Sets the folder in which tasks store their progress; by default {@code .eyewall} in the
     * folder that is read, with a separate folder for each glob.
     */
    public FolderSource keptIn(Path progressPath) {
        progressFolder = progressPath.toAbsolutePath().toString();
        return this;
    }

    @Override
    protected FolderSource self() {
        return this;
    }

    @Override
    protected Store store() {
        // Local copies, as the serialized factory must not capture this builder.
        String path = folder;
        String names = glob;
        String storedIn = progressFolder;
        return () ->
                storedIn == null
                        ? FolderStore.ofGlob(Path.of(path), names)
                        : new FolderStore(Path.of(path), names, Path.of(storedIn));
    }
}
