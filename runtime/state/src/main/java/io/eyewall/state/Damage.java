package io.eyewall.state;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Creates the exceptions of databases that can't be used, with instructions for a repair. */
final class Damage {
    /**
     * A file that a person creates in the folder of a database to open it although it lacks
     * commits.
     */
    static final String ACCEPT_FILE = "ACCEPT-LOSS";

    private Damage() {}

    /** Returns the exception for files that are missing or unreadable. */
    static StateException broken(Path folder, String what, @Nullable Throwable cause) {
        return new StateException(
                "state in %s is damaged: %s; %s".formatted(folder, what, restore()), cause);
    }

    /**
     * Returns the exception for readable files that lack commits.
     *
     * @param blame the reason: the file that was changed, as far as it is known
     */
    static StateException lacking(Path folder, long required, long count, String blame) {
        return new StateException(
                ("state in %s is damaged: it has %d of the %d commits that %s requires: %s; %s; or"
                                + " create an empty file %s to continue with the commits that are"
                                + " left")
                        .formatted(
                                folder,
                                count,
                                required,
                                CommitMark.FILE,
                                blame,
                                restore(),
                                folder.resolve(ACCEPT_FILE)));
    }

    /** Returns the exception for a database whose required number of commits is unknown. */
    static StateException unmarked(Path folder, long count) {
        return new StateException(
                ("state in %s is damaged: its file %s, which records the number of commits, is"
                                + " missing or damaged; %s; or create an empty file %s to continue"
                                + " with the %d commits that are there")
                        .formatted(
                                folder,
                                CommitMark.FILE,
                                restore(),
                                folder.resolve(ACCEPT_FILE),
                                count));
    }

    private static String restore() {
        return "restore a copy of the whole folder, or move it away to start without state";
    }

    /** Returns the exception for a folder that is in use. */
    static StateException inUse(Path folder, String by, @Nullable Throwable cause) {
        return new StateException(
                ("state in %s can't be opened: it is in use by %s; close it there or set %s to"
                                + " another folder")
                        .formatted(folder, by, StateSettings.DIR_KEY),
                cause);
    }

    /** Returns the exception for files that can't be accessed. */
    static StateException inaccessible(Path folder, Exception cause) {
        return new StateException(
                ("state in %s can't be opened: %s; make sure that the folder is readable and"
                                + " writable and that its disk is not full, or set %s to another"
                                + " folder")
                        .formatted(folder, cause.getMessage(), StateSettings.DIR_KEY),
                cause);
    }

    /** Translates RocksDB's error when it opened or read existing files. */
    static StateException of(Path folder, RocksDBException cause) {
        Status status = cause.getStatus();
        String message = String.valueOf(cause.getMessage());
        boolean isDisk = status != null && status.getCode() == Status.Code.IOError;
        if (isDisk && message.contains("lock ")) {
            return inUse(folder, "another process", cause);
        }
        if (isDisk && !message.contains("No such file")) {
            return inaccessible(folder, cause);
        }
        return broken(folder, message, cause);
    }
}
