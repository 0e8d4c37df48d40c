package io.eyewall.engine.delivery;

import com.esotericsoftware.kryo.DefaultSerializer;
import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.trace.LiveSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tuple that is traced: it carries its span with it, wherever it waits or crosses to, and for as
 * long as anybody anchors to it. A class of its own so that all others carry nothing (decision 60).
 */
@DefaultSerializer(EngineTupleSerializer.class)
public final class TracedTuple extends EngineTuple {
    private final LiveSpan span;

    /** As of {@link EngineTuple}, and the tuple's span. */
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

    /** What is known of it so far. */
    public LiveSpan span() {
        return span;
    }
}
