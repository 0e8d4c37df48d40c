package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Adds each value to the sum of its key, and emits the key with the sum. Sums are kept in memory;
 * without snapshots a task that is started again begins with empty sums.
 *
 * @param <K> keys
 * @param <I> values
 * @param <A> sums
 */
public final class RunningBolt<K, I, A> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<I> input = Input.ofOperator();
    private final A nothing;
    private final Fn.Of2<A, I, A> add;
    private transient Map<K, Sum> sums;
    private transient SavedEntries<Sum> saved = new SavedEntries<>(0, false);

    /** The sum of a key. */
    private final class Sum extends SavedEntry {
        private final K key;
        private A sum;

        private Sum(K key, A sum) {
            this.key = key;
            this.sum = sum;
        }

        @Override
        protected @Nullable Object[] content() {
            return new @Nullable Object[] {key, sum};
        }
    }

    /**
     * @param nothing sum of a new key; immutable and serializable
     * @param add returns a new sum from a sum and a value
     */
    public RunningBolt(A nothing, Fn.Of2<A, I, A> add) {
        this.nothing = nothing;
        this.add = add;
        this.sums = new HashMap<>();
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        sums = new HashMap<>();
        saved = new SavedEntries<>(0, snapshots() != null);
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        saved.save(out);
    }

    @Override
    @SuppressWarnings("unchecked") // what content() has returned
    protected void restoreState(long number, StateReader in) {
        sums.clear();
        saved.restore(
                in,
                content -> {
                    Sum sum = new Sum((K) content[0], (A) content[1]);
                    sums.put(sum.key, sum);
                    return sum;
                });
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        K key = (K) Input.key(tuple);
        Sum ofKey = sums.get(key);
        A sum = add.apply(ofKey == null ? nothing : ofKey.sum, input.value(tuple));
        emit(tuple, new Keyed<>(key, sum), collected);
        if (ofKey == null) {
            ofKey = new Sum(key, sum);
            sums.put(key, ofKey);
        }
        ofKey.sum = sum;
        saved.onChange(ofKey);
    }
}
