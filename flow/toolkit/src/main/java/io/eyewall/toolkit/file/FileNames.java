package io.eyewall.toolkit.file;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import org.apache.storm.utils.Time;

/**
 * Names for the files of a sink: {@code 20261124T200000.123Z-TASK-RANDOM.SUFFIX}. They sort in the
 * order of time and never repeat.
 */
public final class FileNames {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSSX").withZone(ZoneOffset.UTC);

    /** The number of random hexadecimal digits in a name. */
    private static final int RANDOM_CHARS = 8;

    private FileNames() {}

    /** Returns a new name. */
    public static String next(int task, FileFormat format) {
        return now()
                + "-"
                + task
                + "-"
                + UUID.randomUUID().toString().substring(0, RANDOM_CHARS)
                + format.suffix();
    }

    static String now() {
        return TIME.format(Instant.ofEpochMilli(Time.currentTimeMillis()));
    }
}
