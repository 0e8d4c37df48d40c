package io.eyewall.state;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Creates the exceptions of databases that can't be used, with instructions for a repair. */
final class StateErrors {
    /**
     * A file that a person creates in the folder of a database to open it although it lacks
     * commits.
     */
    static final String ACCEPT_FILE = "ACCEPT-LOSS";

    private StateErrors() {}

    /** Returns the exception for files that are missing or unreadable. */
    static StateException damagedFiles(Path folder, String problem, @Nullable Throwable cause) {
        return new StateException(
                "state in %s is damaged: %s; %s".formatted(folder, problem, restoreInstructions()),
                cause);
    }

    /**
     * Returns the exception for readable files that lack commits.
     *
     * @param reason names the file that was changed, as far as this is known
     */
    static StateException missingCommits(Path folder, long required, long count, String reason) {
        return new StateException(
                ("state in %s is damaged: it has %d of the %d commits that %s requires: %s; %s; or"
                                + " create an empty file %s to continue with the commits that are"
                                + " left")
                        .formatted(
                                folder,
                                count,
                                required,
                                CommitMark.FILE,
                                reason,
                                restoreInstructions(),
                                folder.resolve(ACCEPT_FILE)));
    }

    /** Returns the exception for a database whose required number of commits is unknown. */
    static StateException unknownCommits(Path folder, long count) {
        return new StateException(
                ("state in %s is damaged: its file %s, which records the number of commits, is"
                                + " missing or damaged; %s; or create an empty file %s to continue"
                                + " with the %d commits that are there")
                        .formatted(
                                folder,
                                CommitMark.FILE,
                                restoreInstructions(),
                                folder.resolve(ACCEPT_FILE),
                                count));
    }

    private static String restoreInstructions() {
        return "restore a copy of the whole folder, or move it away to start without state";
    }

    /** Returns the exception for a folder that is in use. */
    static StateException folderInUse(Path folder, String user, @Nullable Throwable cause) {
        return new StateException(
                ("state in %s can't be opened: it is in use by %s; close it there or set %s to"
                                + " another folder")
                        .formatted(folder, user, StateSettings.DIR_KEY),
                cause);
    }

    /** Returns the exception for files that can't be accessed. */
    static StateException inaccessibleFiles(Path folder, Exception cause) {
        return new StateException(
                ("state in %s can't be opened: %s; make sure that the folder is readable and"
                                + " writable and that its disk is not full, or set %s to another"
                                + " folder")
                        .formatted(folder, cause.getMessage(), StateSettings.DIR_KEY),
                cause);
    }

    /** Translates RocksDB's error when it opened or read existing files. */
    static StateException translate(Path folder, RocksDBException cause) {
        Status status = cause.getStatus();
        String message = String.valueOf(cause.getMessage());
        boolean isIoError = status != null && status.getCode() == Status.Code.IOError;
        if (isIoError && message.contains("lock ")) {
            return folderInUse(folder, "another process", cause);
        }
        if (isIoError && !message.contains("No such file")) {
            return inaccessibleFiles(folder, cause);
        }
        return damagedFiles(folder, message, cause);
    }
}
