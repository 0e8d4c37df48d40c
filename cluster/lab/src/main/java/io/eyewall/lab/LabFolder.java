package io.eyewall.lab;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cluster.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lab's folder: {@code lab.json}, and the configuration, data and logs of its daemons. The lab's
 * id is also in a file of its own, which is written first, so that the lab's processes are found
 * whatever happens to the other files. Immutable; any thread may call.
 */
public final class LabFolder {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String STATE_FILE = "lab.json";
    private static final String ID_FILE = "id";

    private final Path folder;

    private LabFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the folder of a lab, which may not exist.
     *
     * @param root the folder of all labs
     * @param name the lab's name: a letter, then up to 31 letters, digits, hyphens
     * @throws LabException if the name has another form
     */
    public static LabFolder of(Path root, String name) throws LabException {
        if (!name.matches("[A-Za-z][A-Za-z0-9-]{0,31}")) {
            throw new LabException(
                    "'%s' is not a name for a lab: expected a letter, then up to 31 letters, digits and '-'"
                            .formatted(name));
        }
        return new LabFolder(root.toAbsolutePath().resolve(name));
    }

    /** Returns the folder's path; it may not exist. */
    public Path path() {
        return folder;
    }

    String name() {
        return String.valueOf(folder.getFileName());
    }

    boolean exists() {
        return Files.exists(folder);
    }

    /** Creates the folder, accessible to this user only, with the file of the lab's id. */
    void create(String id) throws IOException {
        Files.createDirectories(Objects.requireNonNull(folder.getParent()));
        Files.createDirectory(
                folder,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        WholeFile.replace(folder.resolve(ID_FILE), id.getBytes(StandardCharsets.US_ASCII));
    }

    void write(LabState state) throws IOException {
        WholeFile.replace(
                folder.resolve(STATE_FILE),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(state));
    }

    /**
     * Returns the lab's state as it was last written. Any process may read it.
     *
     * @return the state; empty if there is none
     * @throws IOException if the file cannot be read or is damaged; its message names the file
     */
    public Optional<LabState> state() throws IOException {
        Path file = folder.resolve(STATE_FILE);
        try {
            LabState state = JSON.readValue(Files.readAllBytes(file), LabState.class);
            if (state.version() != LabState.VERSION) {
                throw new IOException(
                        "%s has version %d, expected %d; take the lab down with the Eyewall that made it"
                                .formatted(file, state.version(), LabState.VERSION));
            }
            return Optional.of(state);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JacksonException e) {
            throw new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
        }
    }

    /** Returns the lab's id from its own file; empty if there is none. */
    public Optional<String> id() throws IOException {
        try {
            return Optional.of(Files.readString(folder.resolve(ID_FILE)).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Deletes a folder whose id was not written, so that nothing was started in it.
     *
     * @throws IOException if there is anything in it: then it is not a lab's folder
     */
    void deleteEmpty() throws IOException {
        Files.deleteIfExists(folder.resolve(ID_FILE + WholeFile.DRAFT));
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException e) {
            throw new IOException(
                    "%s has no file '%s', so it is not a lab's folder; inspect it, and delete it yourself"
                            .formatted(folder, ID_FILE),
                    e);
        }
    }

    /**
     * Deletes the folder. The files that mark it as a lab's go last, so that the deletion can be
     * repeated if it is killed midway. Does not follow symbolic links.
     */
    void delete() throws IOException {
        Files.walkFileTree(folder, new Deletion(false));
        Files.walkFileTree(folder, new Deletion(true));
    }

    /**
     * Renames the folder, and deletes the files that mark it as a lab's.
     *
     * @return its new path
     */
    Path renameAndUnmark() throws IOException {
        Path kept = folder.resolveSibling(name() + ".kept-" + System.currentTimeMillis());
        Files.deleteIfExists(folder.resolve(STATE_FILE));
        Files.move(folder, kept);
        Files.deleteIfExists(kept.resolve(ID_FILE));
        return kept;
    }

    /** Deletes files bottom up, with or without those that mark the folder as a lab's. */
    private final class Deletion extends SimpleFileVisitor<Path> {
        private final boolean includesMarks;

        Deletion(boolean includesMarks) {
            this.includesMarks = includesMarks;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            if (includesMarks || !isMark(file)) {
                Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
        }

        private boolean isMark(Path file) {
            return file.equals(folder.resolve(ID_FILE)) || file.equals(folder.resolve(STATE_FILE));
        }

        @Override
        public FileVisitResult postVisitDirectory(Path path, @Nullable IOException thrown)
                throws IOException {
            if (thrown != null && !(thrown instanceof NoSuchFileException)) {
                throw thrown;
            }
            if (includesMarks || !path.equals(folder)) {
                Files.deleteIfExists(path);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
