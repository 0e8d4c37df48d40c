package io.eyewall.nativetask.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The usual tuples of one schema: no nulls, all classes as the schema says. Whatever else comes is
 * left to {@link ValuesCodec}, which says what is wrong, too.
 */
interface HotValues {

    /** False: not written, and the writer is as it was. */
    boolean write(KryoWriter writer, List<?> values);

    /** False: not read to the end; the reader is anywhere. */
    boolean read(KryoReader reader, @Nullable Object[] into);
}
