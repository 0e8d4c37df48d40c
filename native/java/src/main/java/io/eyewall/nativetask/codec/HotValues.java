package io.eyewall.nativetask.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fast path for the usual tuples of one schema: no nulls, and all classes as in the schema. {@link
 * ValuesCodec} handles everything else, including errors.
 */
interface HotValues {

    /** Writes the values; returns false, with the writer unchanged, if they need the slow path. */
    boolean write(KryoWriter writer, List<?> values);

    /**
     * Reads the values; returns false, with the reader's position unspecified, if they need the
     * slow path.
     */
    boolean read(KryoReader reader, @Nullable Object[] into);
}
