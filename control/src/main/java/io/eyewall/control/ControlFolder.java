package io.eyewall.control;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the processes of a user that run topologies can be asked: sockets named by process, in a
 * folder that only their user can enter ({@code $XDG_RUNTIME_DIR/eyewall}, or one below the
 * temporary folder).
 */
public final class ControlFolder {
    private static final String SUFFIX = ".sock";
    private static final String ONLY_OWNER = "rwx------";
    private static final long GUESTS = 1_000_000_000L;
    private static final Path SELF = Path.of("/proc/self");

    private final Path folder;

    /**
     * @param folder need not exist
     */
    public ControlFolder(Path folder) {
        this.folder = folder;
    }

    /** That of this process's user. */
    public static ControlFolder ofUser() {
        return new ControlFolder(
                folder(
                        System.getenv("XDG_RUNTIME_DIR"),
                        Path.of(System.getProperty("java.io.tmpdir")),
                        System.getProperty("user.name")));
    }

    static Path folder(@Nullable String runtime, Path temporary, String user) {
        return runtime != null && Files.isDirectory(Path.of(runtime))
                ? Path.of(runtime, "eyewall")
                : temporary.resolve("eyewall-" + user);
    }

    /** The folder itself. */
    public Path path() {
        return folder;
    }

    /** The socket of a process, whether it is there or not. */
    public Path socket(long pid) {
        return folder.resolve(pid + SUFFIX);
    }

    /**
     * By what number one of several ports of a process goes by, in the place of the process's: that
     * of each topology that runs inside a server. No process has such a number.
     *
     * @param part from 1 on
     */
    public static long guest(long pid, int part) {
        return pid * GUESTS + part;
    }

    /**
     * Makes the folder, if it is not there.
     *
     * @throws IOException if it can't be made, or is there and others can enter it
     */
    void make() throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createDirectories(
                        folder,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString(ONLY_OWNER)));
            } catch (UnsupportedOperationException e) {
                throw new IOException("this system has no folders for one user alone", e);
            }
        }
        check();
    }

    /**
     * @throws IOException if it is not there, or others can enter it
     */
    void check() throws IOException {
        String permissions =
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS));
        String owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName();
        if (!permissions.equals(ONLY_OWNER) || !owner.equals(user())) {
            throw new IOException(
                    "%s is %s of %s, expected %s of %s; remove it, or chmod 700 it"
                            .formatted(folder, permissions, owner, ONLY_OWNER, user()));
        }
    }

    /** Who runs this process: the JVM knows no name of one that is in no list of users. */
    private static String user() throws IOException {
        return Files.isDirectory(SELF)
                ? Files.getOwner(SELF).getName()
                : System.getProperty("user.name");
    }

    /**
     * The processes that can be asked, sorted. Removes what killed ones have left.
     *
     * @throws IOException if the folder can't be read, or others can enter it
     */
    public List<Long> processes() throws IOException {
        List<Long> processes = new ArrayList<>();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return processes;
        }
        check();
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path socket : sockets) {
                Optional<Long> pid = pid(socket);
                if (pid.isPresent() && !removeIfDead(socket)) {
                    processes.add(pid.get());
                }
            }
        }
        Collections.sort(processes);
        return processes;
    }

    private static Optional<Long> pid(Path socket) {
        String name = socket.getFileName().toString();
        try {
            return Optional.of(Long.valueOf(name.substring(0, name.length() - SUFFIX.length())));
        } catch (NumberFormatException e) {
            return Optional.empty(); // not ours
        }
    }

    /** Who can have the lock of a socket alone knows that nobody listens. */
    private static boolean removeIfDead(Path socket) throws IOException {
        Optional<SocketLock> lock = SocketLock.tryTake(socket);
        if (lock.isEmpty()) {
            return false;
        }
        try (SocketLock held = lock.get()) {
            Files.deleteIfExists(held.socket());
        }
        return true;
    }
}
