package io.eyewall.cluster.lab;

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
 * A lab's folder: {@code lab.json}, what its daemons are given, what they keep and log. Its id
 * stands in a file of its own, too, written before all else, so that its processes are found
 * whatever happens to the rest.
 */
public final class LabFolder {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String STATE = "lab.json";
    private static final String ID = "id";

    private final Path folder;

    private LabFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Of a lab.
     *
     * @param root folder of all labs
     * @param name of the lab: a letter, then up to 31 letters, digits, hyphens
     * @throws LabException if it is no name
     */
    public static LabFolder of(Path root, String name) throws LabException {
        if (!name.matches("[A-Za-z][A-Za-z0-9-]{0,31}")) {
            throw new LabException(
                    "'%s' is no name of a lab: expected a letter, then up to 31 letters, digits and '-'"
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

    /** Makes it for its user alone, with the id in it. */
    void make(String id) throws IOException {
        Files.createDirectories(Objects.requireNonNull(folder.getParent()));
        Files.createDirectory(
                folder,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        WholeFile.replace(folder.resolve(ID), id.getBytes(StandardCharsets.US_ASCII));
    }

    void write(LabState state) throws IOException {
        WholeFile.replace(
                folder.resolve(STATE),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(state));
    }

    /**
     * Returns the state that was written last of the lab that has the folder. Any process may read
     * it.
     *
     * @return empty if there is none
     * @throws IOException if it can't be read, or is none; says where
     */
    public Optional<LabState> state() throws IOException {
        Path file = folder.resolve(STATE);
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
            throw new IOException(file + " is not what it was: " + e.getOriginalMessage(), e);
        }
    }

    /** The id that was written first; empty if there is none. */
    public Optional<String> id() throws IOException {
        try {
            return Optional.of(Files.readString(folder.resolve(ID)).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Deletes one whose first file was not written: nothing was started.
     *
     * @throws IOException if there is anything in it: then it is no lab's
     */
    void deleteUnborn() throws IOException {
        Files.deleteIfExists(folder.resolve(ID + WholeFile.DRAFT));
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException e) {
            throw new IOException(
                    "%s has no file '%s', so it is no lab's; look into it, and delete it yourself"
                            .formatted(folder, ID),
                    e);
        }
    }

    /**
     * Deletes it; what says that it is a lab's goes last, so that whoever is killed in the middle
     * can begin anew. Links are not followed.
     */
    void delete() throws IOException {
        Files.walkFileTree(folder, new Deletion(false));
        Files.walkFileTree(folder, new Deletion(true));
    }

    /**
     * Gives it another name, without what makes it a lab's.
     *
     * @return where it is now
     */
    Path keep() throws IOException {
        Path kept = folder.resolveSibling(name() + ".kept-" + System.currentTimeMillis());
        Files.deleteIfExists(folder.resolve(STATE));
        Files.move(folder, kept);
        Files.deleteIfExists(kept.resolve(ID));
        return kept;
    }

    /** Bottom up. */
    private final class Deletion extends SimpleFileVisitor<Path> {
        private final boolean all;

        Deletion(boolean all) {
            this.all = all;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            if (all || !isMark(file)) {
                Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
        }

        private boolean isMark(Path file) {
            return file.equals(folder.resolve(ID)) || file.equals(folder.resolve(STATE));
        }

        @Override
        public FileVisitResult postVisitDirectory(Path path, @Nullable IOException thrown)
                throws IOException {
            if (thrown != null && !(thrown instanceof NoSuchFileException)) {
                throw thrown;
            }
            if (all || !path.equals(folder)) {
                Files.deleteIfExists(path);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
