package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.sink.WrittenSnapshot;
import io.eyewall.toolkit.snapshot.SnapshotId;
import java.io.Serializable;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The files of a transactional sink, one for each snapshot and task: {@code
 * 20261124T200000.123Z-NAME-TASK-NUMBER-SERIES.SUFFIX}. They sort in the order of time. A process
 * that continues from a snapshot knows by the names whether its file is there. Used by one thread.
 */
public final class SnapshotFiles {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.]+");

    /** The number of characters of the series' name that a file's name has. */
    private static final int SERIES_CHARS = 8;

    private final String sink;
    private final String end;
    private final Pattern pattern;
    private final String medium;

    /** The newest snapshot that is written; null: none, or it is unknown. */
    private @Nullable SnapshotId written;

    private boolean isKnown;

    /** The folder, or the like, that has the files. */
    public interface Medium {
        /** Returns the names of all files, in any order. */
        List<String> names() throws Exception;

        /**
         * Writes a file.
         *
         * @throws BadRecordException if one of the tuples can't be written in its format
         */
        void write(String name, List<Tuple> tuples) throws Exception;
    }

    /** A file's part of a sink's name. */
    public record Name(String value) implements Serializable {
        /**
         * @throws IllegalArgumentException if it can't be part of a file's name
         */
        public Name {
            if (!NAME.matcher(value).matches()) {
                throw new IllegalArgumentException(
                        "the sink's name is '%s', expected letters, digits, dots and underscores"
                                .formatted(value));
            }
        }
    }

    /**
     * Creates the files of a task.
     *
     * @param medium the medium, for messages: "the folder /data/out"
     */
    public SnapshotFiles(Name sink, int task, FileFormat format, String medium) {
        this.sink = "-" + sink.value() + "-" + task + "-";
        this.end = format.suffix();
        this.medium = medium;
        pattern =
                Pattern.compile(
                        "[0-9T.]+Z"
                                + Pattern.quote(this.sink)
                                + "(\\d+)-([0-9a-f]{"
                                + SERIES_CHARS
                                + "})"
                                + Pattern.quote(end));
    }

    /**
     * Writes the file of a snapshot, unless it is there.
     *
     * @param to lists its files once per process, and after {@link #forget}
     * @return the number of tuples written: all or none
     * @throws io.eyewall.toolkit.failure.ConnectorException if the medium has a later snapshot, or
     *     one of another series, or if a tuple can't be written in the format
     */
    public int write(SnapshotId snapshot, List<Tuple> tuples, Medium to) throws Exception {
        if (!isKnown) {
            written = newest(to.names(), snapshot);
            isKnown = true;
        }
        boolean isMissing =
                WrittenSnapshot.isMissing(
                        snapshot, written, medium, sink, "give the sink another name");
        if (!isMissing || tuples.isEmpty()) {
            return 0;
        }
        try {
            to.write(
                    FileNames.now() + sink + snapshot.number() + "-" + series(snapshot) + end,
                    tuples);
        } catch (BadRecordException e) {
            throw WrittenSnapshot.unwritable(snapshot, e);
        }
        written = snapshot;
        return tuples.size();
    }

    /** Makes the next call of {@link #write} list the files: a write may have been done. */
    public void forget() {
        isKnown = false;
    }

    private static String series(SnapshotId snapshot) {
        return snapshot.lineage().substring(0, SERIES_CHARS);
    }

    /** Returns the newest snapshot of the series that has a file, or else one of another series. */
    private @Nullable SnapshotId newest(List<String> names, SnapshotId like) {
        SnapshotId newest = null;
        SnapshotId other = null;
        for (String name : names) {
            Matcher parts = pattern.matcher(name);
            if (parts.matches()) {
                long number = Long.parseLong(parts.group(1));
                if (!parts.group(2).equals(series(like))) {
                    other = new SnapshotId(parts.group(2), number);
                } else if (newest == null || number > newest.number()) {
                    newest = new SnapshotId(like.lineage(), number);
                }
            }
        }
        return newest == null ? other : newest;
    }
}
