package io.eyewall.sql.source;

import java.io.IOException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Where rows come from; opened, read and closed by one thread. */
public interface RowReader extends Serializable {
    /** What has no row now, but may have one later. */
    Object[] NONE_NOW = new Object[0];

    /** Called once, where the spout runs. */
    void open() throws IOException;

    /**
     * The next row; does not block for long, but for the standard input.
     *
     * @return {@link #NONE_NOW}, or null at the end
     */
    @Nullable Object @Nullable [] read() throws IOException;

    /** Called once, also after a failure. */
    void close() throws IOException;
}
