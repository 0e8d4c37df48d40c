package io.eyewall.control.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A log that others read while it is written. Any thread may call. */
public interface LogSource {
    /**
     * Reads what came after an earlier page, or the last lines.
     *
     * @param cursor of the earlier page; null: the last lines are wanted
     * @param mostLines 1 to {@link LogPage#MOST_LINES}; after a cursor the first so many, else the
     *     last
     * @throws IOException if the log can't be read
     */
    LogPage read(@Nullable String cursor, int mostLines) throws IOException;
}
