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
 * The folder with the control sockets of a user's processes, which are named by process id. Only
 * the user can enter it ({@code $XDG_RUNTIME_DIR/eyewall}, or a folder in the temporary folder).
 */
public final class ControlFolder {
    private static final String SUFFIX = ".sock";
    private static final String ONLY_OWNER = "rwx------";
    private static final long GUESTS = 1_000_000_000L;
    private static final Path SELF = Path.of("/proc/self");

    private final Path folder;

    /**
     * @param folder the folder; it need not exist
     */
    public ControlFolder(Path folder) {
        this.folder = folder;
    }

    /** Returns the folder of this process' user. */
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

    /** Returns the folder's path. */
    public Path path() {
        return folder;
    }

    /** Returns the path of a process' socket, whether it exists or not. */
    public Path socket(long pid) {
        return folder.resolve(pid + SUFFIX);
    }

    /**
     * Returns the number that names an additional control port of a process, in place of the
     * process id: each topology that runs inside a server has such a port. No process has such an
     * id.
     *
     * @param part number of the port, from 1 on
     */
    public static long guest(long pid, int part) {
        return pid * GUESTS + part;
    }

    /**
     * Creates the folder if it does not exist.
     *
     * @throws IOException if it can't be created, or it exists and other users can enter it
     */
    void make() throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createDirectories(
                        folder,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString(ONLY_OWNER)));
            } catch (UnsupportedOperationException e) {
                throw new IOException("this system has no folder permissions for a single user", e);
            }
        }
        check();
    }

    /**
     * Checks the folder.
     *
     * @throws IOException if it does not exist, or other users can enter it
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

    /**
     * Returns the user of this process from the system, because the JVM knows no name of a user
     * without an entry in the system's list of users.
     */
    private static String user() throws IOException {
        return Files.isDirectory(SELF)
                ? Files.getOwner(SELF).getName()
                : System.getProperty("user.name");
    }

    /**
     * Returns the ids of the processes that can be reached, sorted. Removes the sockets of killed
     * processes.
     *
     * @throws IOException if the folder can't be read, or other users can enter it
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
            return Optional.empty(); // not a control socket
        }
    }

    /**
     * Removes a socket to which no process listens. If its lock can be acquired, there is no such
     * process.
     */
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
