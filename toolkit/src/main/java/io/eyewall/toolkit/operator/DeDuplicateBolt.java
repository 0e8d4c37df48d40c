package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.window.Bound;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Drops a value whose key was seen among the last so many keys, or within a time. Only the first of
 * a run counts: one that is dropped does not make its key any younger. A value that failed behind
 * this bolt and comes again is dropped, too, if its key is still known: put it where nothing fails,
 * or do with duplicates.
 *
 * @param <T> values
 */
public final class DeDuplicateBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private final Fn.Of<T, ?> key;
    private final Bound<T> memory;
    private transient LinkedHashMap<Object, Long> seenMs;

    /**
     * @param key what two values have in common that are the same
     * @param memory a count of keys, or a time
     */
    public DeDuplicateBolt(Input<T> input, Fn.Of<T, ?> key, Bound<T> memory) {
        if (!(memory instanceof Bound.Count) && !(memory instanceof Bound.Time)) {
            throw new IllegalArgumentException(
                    "de-duplicate: expected a count of keys or a time, but got " + memory);
        }
        this.input = input;
        this.key = key;
        this.memory = memory;
        this.seenMs = new LinkedHashMap<>();
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        seenMs = new LinkedHashMap<>();
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        T value = input.value(tuple);
        long nowMs = Time.currentTimeMillis();
        forgetOlder(nowMs);
        Object of = key.apply(value);
        if (!seenMs.containsKey(of)) {
            emit(tuple, value, made);
            seenMs.put(of, nowMs);
            forgetBeyond();
        }
    }

    private void forgetOlder(long nowMs) {
        if (memory instanceof Bound.Time<T> time) {
            Iterator<Long> oldest = seenMs.values().iterator();
            while (oldest.hasNext() && nowMs - oldest.next() >= time.millis()) {
                oldest.remove();
            }
        }
    }

    /** Only a new key makes an old one forgotten. */
    private void forgetBeyond() {
        if (memory instanceof Bound.Count<T> count && seenMs.size() > count.values()) {
            Iterator<Long> oldest = seenMs.values().iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
