package io.eyewall.toolkit.source;

import java.util.Map;

/**
 * A reader that can go back, so that a topology with snapshots need not keep its messages in
 * memory. The messages of one source of positions come in the order of their offsets.
 *
 * <p>If the topology takes snapshots, the spout calls {@link #rewind} after the first {@code open}
 * and after each rollback, and {@link #release} instead of {@code done}.
 */
public interface RewindableReader extends SourceReader {
    /**
     * Makes the next messages be those behind the given offsets, whatever was read, released or
     * committed before.
     *
     * @param offsets offset of the last message that is not to be read again, by source of
     *     positions; a source that is not among them is read from where the first {@code open} has
     *     begun, or would begin, with it
     */
    void rewind(Map<String, Long> offsets) throws Exception;

    /**
     * Reports that messages need not be read again. The next {@code commit} may store that.
     *
     * @param offsets offset of the last such message, by source of positions
     */
    void release(Map<String, Long> offsets);
}
