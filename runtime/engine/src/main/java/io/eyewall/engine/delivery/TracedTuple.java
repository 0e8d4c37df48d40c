package io.eyewall.engine.delivery;

import com.esotericsoftware.kryo.DefaultSerializer;
import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.trace.LiveSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tuple that is traced: it carries its span wherever it waits or crosses to, for as long as
 * anything is anchored to it. A class of its own so that other tuples need no field for a span
 * (decision 60).
 */
@DefaultSerializer(EngineTupleSerializer.class)
public final class TracedTuple extends EngineTuple {
    private final LiveSpan span;

    /**
     * Creates a tuple as {@link EngineTuple} does, with a span.
     *
     * @param span the tuple's span
     */
    public TracedTuple(
            StreamSource source,
            List<Object> values,
            Endpoint destination,
            @Nullable TupleTree tree,
            TreeOwner emitter,
            LiveSpan span) {
        super(source, values, destination, tree, emitter);
        this.span = span;
    }

    @Override
    public boolean isTraced() {
        return true;
    }

    /** Returns the tuple's span, with what has been recorded so far. */
    public LiveSpan span() {
        return span;
    }
}
