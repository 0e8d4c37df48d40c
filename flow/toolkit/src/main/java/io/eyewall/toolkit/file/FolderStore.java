package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder, without its subfolders. The progress of each task is a file in another
 * folder, {@code progressFolder}. Earlier versions stored the progress for all globs in one folder,
 * {@code formerProgressFolder}. That progress still counts for a task that has stored none since,
 * if the file that it names matches this store's glob.
 */
final class FolderStore implements FileStore {
    private static final int MAX_KEY_LENGTH = 100;

    private final Path folder;
    private final PathMatcher matcher;
    private final Path progressFolder;
    private final @Nullable Path formerProgressFolder;

    FolderStore(Path folder, String glob, Path progressFolder) {
        this(folder, glob, progressFolder, null);
    }

    private FolderStore(
            Path folder, String glob, Path progressFolder, @Nullable Path formerProgressFolder) {
        this.folder = folder;
        this.matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        this.progressFolder = progressFolder;
        this.formerProgressFolder = formerProgressFolder;
    }

    /**
     * Returns a store that keeps its progress in the folder itself, in a subfolder for the glob.
     */
    static FolderStore ofGlob(Path folder, String glob) {
        Path common = folder.resolve(".eyewall");
        String globCharacters = glob.replaceAll("[^A-Za-z0-9.-]", "_");
        String key =
                globCharacters.substring(0, Math.min(MAX_KEY_LENGTH, globCharacters.length()))
                        + "-"
                        + Integer.toHexString(glob.hashCode());
        return new FolderStore(folder, glob, common.resolve(key), common);
    }

    @Override
    public void open() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(
                    folder.toString(), null, "not a folder; create the folder to read");
        }
    }

    @Override
    public List<String> listAfter(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(Path::getFileName)
                    .filter(file -> matcher.matches(file) && !Writes.isUnfinished(file))
                    .map(Path::toString)
                    .filter(file -> file.compareTo(name) > 0)
                    .sorted()
                    .toList();
        }
    }

    @Override
    public @Nullable LocalFile fetch(String name) {
        Path file = folder.resolve(name);
        return Files.exists(file) ? new LocalFile(file, false) : null;
    }

    @Override
    public List<TaskProgress> readProgress() throws IOException {
        List<TaskProgress> progressOfTasks = readProgressFrom(progressFolder);
        if (formerProgressFolder != null) {
            Set<String> storedTasks =
                    progressOfTasks.stream().map(TaskProgress::task).collect(Collectors.toSet());
            for (TaskProgress former : readProgressFrom(formerProgressFolder)) {
                if (!storedTasks.contains(former.task())
                        && matcher.matches(Path.of(former.file()))) {
                    progressOfTasks.add(former);
                }
            }
        }
        return progressOfTasks;
    }

    private static List<TaskProgress> readProgressFrom(Path progressFolder) throws IOException {
        List<TaskProgress> progressOfTasks = new ArrayList<>();
        if (Files.isDirectory(progressFolder)) {
            try (Stream<Path> files = Files.list(progressFolder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!Writes.isUnfinished(file.getFileName())) {
                        progressOfTasks.add(
                                new TaskProgress(
                                        file.getFileName().toString(), Files.readString(file)));
                    }
                }
            }
        }
        return progressOfTasks;
    }

    @Override
    public void writeProgress(TaskProgress progress) throws IOException {
        Files.createDirectories(progressFolder);
        Writes.writeAtomically(
                progressFolder.resolve(progress.task()),
                file -> Files.writeString(file, progress.file()));
    }

    @Override
    public String uri() {
        return folder + "/";
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }
}
