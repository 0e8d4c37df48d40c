package io.eyewall.toolkit.operator;

import com.codahale.metrics.Counter;
import io.eyewall.toolkit.failure.Tally;
import io.eyewall.toolkit.time.ProcessingTime;
import io.eyewall.toolkit.window.Bound;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops a value whose key was seen among the last so many keys, or within a time. Only the first of
 * a run counts: one that is dropped does not make its key any younger.
 *
 * <p>Nobody tells a bolt that what it emitted has failed; but then the value comes again. Whether
 * it is that or a duplicate only its identity tells: one that passed passes again, for as long as
 * it may still fail. Without identities it is dropped, and lost; so all that are dropped are named
 * in the log then.
 *
 * @param <T> values
 */
public final class DeDuplicateBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(DeDuplicateBolt.class);

    private final Input<T> input;
    private final Fn.Of<T, ?> key;
    private final Bound<T> memory;
    private final Fn.@Nullable Of<T, ?> identity;
    private transient Map<Object, Long> seenMs;

    /** Identities of what passed and may still fail. */
    private transient Map<Object, Long> passedMs;

    private transient long mayFailMs;
    private transient @Nullable Counter duplicates;
    private transient String name = "";
    private transient Tally untold = new Tally();
    private transient @Nullable Object last;

    /**
     * @param key what two values have in common that are the same
     * @param memory a count of keys, or a time
     * @param identity what a value has in common with its replays alone, such as its position;
     *     null: nothing
     */
    public DeDuplicateBolt(
            Input<T> input, Fn.Of<T, ?> key, Bound<T> memory, Fn.@Nullable Of<T, ?> identity) {
        if (!(memory instanceof Bound.Count) && !(memory instanceof Bound.Time)) {
            throw new IllegalArgumentException(
                    "de-duplicate: expected a count of keys or a time, but got " + memory);
        }
        this.input = input;
        this.key = key;
        this.memory = memory;
        this.identity = identity;
        this.seenMs = new LinkedHashMap<>();
        this.passedMs = new LinkedHashMap<>();
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        seenMs = new LinkedHashMap<>();
        passedMs = new LinkedHashMap<>();
        mayFailMs = MessageTimeout.memoryMs(conf);
        duplicates = context.registerCounter("duplicates");
        name = "operator " + context.getThisComponentId() + " task " + context.getThisTaskId();
        untold = new Tally();
        last = null;
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        T value = input.value(tuple);
        long nowMs = ProcessingTime.nowMs();
        if (memory instanceof Bound.Time<T> time) {
            forgetOlder(seenMs, nowMs, time.millis());
        }
        forgetOlder(passedMs, nowMs, mayFailMs);
        Object of = key.apply(value);
        Object itself = identity == null ? null : identity.apply(value);
        boolean isReplay = itself != null && passedMs.containsKey(itself);
        if (!isReplay && seenMs.containsKey(of)) {
            drop(value);
            return;
        }
        emit(tuple, value, made);
        if (itself != null) {
            passedMs.remove(itself); // to be the youngest
            passedMs.put(itself, nowMs);
        }
        if (!isReplay) {
            seenMs.put(of, nowMs);
            forgetBeyond();
        }
    }

    private static void forgetOlder(Map<Object, Long> all, long nowMs, long ageMs) {
        Iterator<Long> oldest = all.values().iterator();
        while (oldest.hasNext() && nowMs - oldest.next() >= ageMs) {
            oldest.remove();
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

    private void drop(T value) {
        Objects.requireNonNull(duplicates, "prepare comes first").inc();
        if (identity == null) {
            last = value;
            tell(untold.add(1));
        }
    }

    @Override
    protected void onFinal() {
        tell(untold.rest());
    }

    /** A warning at first, as one may be lost; then for who wants to know. */
    private void tell(long values) {
        long all = Objects.requireNonNull(duplicates).getCount();
        if (values == all && values > 0) {
            LOG.warn(
                    "{}: dropped as a duplicate: {}; if one fails behind this and comes again it is"
                            + " dropped, too, and lost: let deDuplicate know what identifies a value",
                    name,
                    LeftOut.text(last));
        } else if (values > 0) {
            LOG.info(
                    "{}: {} values were dropped as duplicates, {} in all; the last: {}",
                    name,
                    values,
                    all,
                    LeftOut.text(last));
        }
    }
}
