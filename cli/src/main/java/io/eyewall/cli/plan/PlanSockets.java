package io.eyewall.cli.plan;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where processes that run topologies can be asked: Unix-domain sockets, named by process, in a
 * folder that only their user can enter ({@code $XDG_RUNTIME_DIR/eyewall}, or one below the
 * temporary folder).
 */
final class PlanSockets {
    private static final String SUFFIX = ".sock";
    private static final String ONLY_OWNER = "rwx------";

    private final Path folder;

    PlanSockets(Path folder) {
        this.folder = folder;
    }

    /** Those of this process's user. */
    static PlanSockets ofUser() {
        return new PlanSockets(
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

    Path folder() {
        return folder;
    }

    /** The socket of a process, whether it is there or not. */
    Path of(long pid) {
        return folder.resolve(pid + SUFFIX);
    }

    /**
     * Makes the folder.
     *
     * @throws IOException if it can't be made, or is there and others can enter it
     */
    void makeFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(ONLY_OWNER)));
        }
        String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
        String owner = Files.getOwner(folder).getName();
        if (!permissions.equals(ONLY_OWNER) || !owner.equals(System.getProperty("user.name"))) {
            throw new IOException(
                    "%s is %s of %s, expected %s of %s; remove it"
                            .formatted(
                                    folder,
                                    permissions,
                                    owner,
                                    ONLY_OWNER,
                                    System.getProperty("user.name")));
        }
    }

    /** The processes that can be asked, sorted. Removes what killed ones have left. */
    List<Long> processes() throws IOException {
        List<Long> processes = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return processes;
        }
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path socket : sockets) {
                String name = socket.getFileName().toString();
                long pid = Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
                if (ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
                    processes.add(pid);
                } else {
                    Files.deleteIfExists(socket);
                }
            }
        }
        Collections.sort(processes);
        return processes;
    }
}
