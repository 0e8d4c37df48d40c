package io.eyewall.state;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Why a database can't be used, in words for whoever has to repair it. */
final class Damage {
    /** Made by hand, in the folder of a database that is to be opened although it lacks commits. */
    static final String ACCEPT_FILE = "ACCEPT-LOSS";

    private Damage() {}

    /** Files are missing or don't hold what they should: what is left can't be read. */
    static StateException broken(Path folder, String what, @Nullable Throwable cause) {
        return new StateException(
                "state in %s is damaged: %s; %s, to begin without state"
                        .formatted(folder, what, restore()),
                cause);
    }

    /**
     * All files can be read, but the commits in them are not all.
     *
     * @param blame why: which file was changed, as far as that can be told
     */
    static StateException lacking(Path folder, long required, long count, String blame) {
        return new StateException(
                ("state in %s is damaged: it has %d of the %d commits that %s names: %s; %s, to"
                                + " begin without state; or make an empty file %s, to go on with"
                                + " what is left")
                        .formatted(
                                folder,
                                count,
                                required,
                                CommitMark.FILE,
                                blame,
                                restore(),
                                folder.resolve(ACCEPT_FILE)));
    }

    /** Nobody knows how many commits there should be. */
    static StateException unmarked(Path folder, long count) {
        return new StateException(
                ("state in %s is damaged: its file %s, which names the number of commits, is missing"
                                + " or changed; %s, to begin without state; or make an empty file"
                                + " %s, to go on with the %d commits that are there")
                        .formatted(
                                folder,
                                CommitMark.FILE,
                                restore(),
                                folder.resolve(ACCEPT_FILE),
                                count));
    }

    private static String restore() {
        return "put back a copy of the whole folder, or move it away";
    }

    /** Somebody else has it open. */
    static StateException inUse(Path folder, String by, @Nullable Throwable cause) {
        return new StateException(
                "state in %s can't be opened: it is in use by %s; end that, or set %s to another folder"
                        .formatted(folder, by, StateSettings.DIR_KEY),
                cause);
    }

    /** The disk refuses. */
    static StateException inaccessible(Path folder, Exception cause) {
        return new StateException(
                ("state in %s can't be opened: %s; make the folder readable and writable and see"
                                + " that its disk has room, or set %s to another folder")
                        .formatted(folder, cause.getMessage(), StateSettings.DIR_KEY),
                cause);
    }

    /** What RocksDB said when it was asked to open or read files that exist. */
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
