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
    private static final String OWNER_ONLY_PERMISSIONS = "rwx------";

    /** The factor of process ids in the numbers of additional ports; larger than any process id. */
    private static final long PROCESS_FACTOR = 1_000_000_000L;

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
     * Returns the number that replaces the process id in the name of an additional control port of
     * a process: each topology that runs inside a server has such a port. No process id is as large
     * as these numbers.
     *
     * @param portNumber number of the port, from 1 on
     */
    public static long additionalPortNumber(long pid, int portNumber) {
        return pid * PROCESS_FACTOR + portNumber;
    }

    /**
     * Creates the folder if it does not exist.
     *
     * @throws IOException if it can't be created, or it exists and other users can enter it
     */
    void createIfMissing() throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createDirectories(
                        folder,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString(OWNER_ONLY_PERMISSIONS)));
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
        if (!permissions.equals(OWNER_ONLY_PERMISSIONS) || !owner.equals(currentUser())) {
            throw new IOException(
                    "%s is %s of %s, expected %s of %s; remove it, or chmod 700 it"
                            .formatted(
                                    folder,
                                    permissions,
                                    owner,
                                    OWNER_ONLY_PERMISSIONS,
                                    currentUser()));
        }
    }

    /**
     * Returns the user of this process from the file system, because the JVM does not know the name
     * of a user without an entry in the system's list of users.
     */
    private static String currentUser() throws IOException {
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
        Optional<SocketLock> lock = SocketLock.tryAcquire(socket);
        if (lock.isEmpty()) {
            return false;
        }
        try (SocketLock acquired = lock.get()) {
            Files.deleteIfExists(acquired.socket());
        }
        return true;
    }
}
