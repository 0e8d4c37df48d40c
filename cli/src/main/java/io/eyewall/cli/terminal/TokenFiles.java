package io.eyewall.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Checks the permissions of files that hold a token. */
public final class TokenFiles {
    private TokenFiles() {}

    /**
     * Prints a warning if users other than the file's owner can read the file.
     *
     * @param option the option that names the file
     * @return whether a warning was printed
     * @throws IOException if the file's permissions can't be read
     */
    public static boolean warnIfOthersMayRead(String option, Path file, PrintWriter err)
            throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return false;
        }
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        if (!permissions.contains(PosixFilePermission.OTHERS_READ)
                && !permissions.contains(PosixFilePermission.GROUP_READ)) {
            return false;
        }
        err.println(
                ("eyewall: %s %s can be read by other users of this machine; 'chmod 600 %s' keeps"
                                + " them out")
                        .formatted(option, file, file));
        err.flush();
        return true;
    }
}
