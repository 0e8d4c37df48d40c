package io.eyewall.control.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A log that can be read while it is written. Any thread may call. */
public interface LogSource {
    /**
     * Reads the lines after an earlier page, or the last lines.
     *
     * @param cursor cursor of the earlier page; null to read the last lines
     * @param maxLines largest number of lines, 1 to {@link LogPage#MAX_LINES}; after a cursor the
     *     first ones are returned, otherwise the last ones
     * @throws IOException if the log can't be read
     */
    LogPage read(@Nullable String cursor, int maxLines) throws IOException;
}
