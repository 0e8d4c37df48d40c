package io.eyewall.toolkit.operator;

import com.codahale.metrics.Counter;
import io.eyewall.toolkit.failure.ThrottledCount;
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
 * Drops a value whose key is among the latest keys, or was seen within a time. A dropped value does
 * not renew its key, so that of a long series of duplicates one value passes again after that time.
 *
 * <p>If a tuple that this bolt emitted fails downstream, its value is replayed and must pass again.
 * An identity distinguishes such a replay from a duplicate: as long as a value may still fail, a
 * value with the same identity passes. Without identities a replay is dropped as a duplicate and is
 * lost; therefore all dropped values are logged in that case.
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

    /** Identities of values that passed and may still fail, by the time at which they passed. */
    private transient Map<Object, Long> passedMs;

    private transient long mayFailMs;
    private transient @Nullable Counter duplicates;
    private transient String name = "";
    private transient ThrottledCount unreported = new ThrottledCount();
    private transient @Nullable Object last;

    /**
     * @param input reads the values
     * @param key returns what duplicates have in common
     * @param memory a count of keys, or a time
     * @param identity returns what a value has in common only with its replays, such as its
     *     position; null: values have no identity
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
        unreported = new ThrottledCount();
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
        Object keyOfValue = key.apply(value);
        Object identityOfValue = identity == null ? null : identity.apply(value);
        boolean isReplay = identityOfValue != null && passedMs.containsKey(identityOfValue);
        if (!isReplay && seenMs.containsKey(keyOfValue)) {
            drop(value);
            return;
        }
        emit(tuple, value, made);
        if (identityOfValue != null) {
            passedMs.remove(identityOfValue); // so that put makes it the newest entry
            passedMs.put(identityOfValue, nowMs);
        }
        if (!isReplay) {
            seenMs.put(keyOfValue, nowMs);
            forgetSurplus();
        }
    }

    private static void forgetOlder(Map<Object, Long> all, long nowMs, long maxAgeMs) {
        Iterator<Long> oldest = all.values().iterator();
        while (oldest.hasNext() && nowMs - oldest.next() >= maxAgeMs) {
            oldest.remove();
        }
    }

    /** Forgets the oldest key if there are more than the limit. */
    private void forgetSurplus() {
        if (memory instanceof Bound.Count<T> count && seenMs.size() > count.values()) {
            Iterator<Long> oldest = seenMs.values().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private void drop(T value) {
        Objects.requireNonNull(duplicates, "not prepared").inc();
        if (identity == null) {
            last = value;
            report(unreported.add(1));
        }
    }

    @Override
    protected void onFinal() {
        report(unreported.takeUnreported());
    }

    /** Logs dropped values: a warning at first, as one may be lost; then at info level. */
    private void report(long values) {
        long all = Objects.requireNonNull(duplicates).getCount();
        if (values == all && values > 0) {
            LOG.warn(
                    "{}: dropped a duplicate: {}; a value that fails downstream and is replayed is"
                            + " dropped, too, and lost: give deDuplicate an identity of values",
                    name,
                    DroppedValues.text(last));
        } else if (values > 0) {
            LOG.info(
                    "{}: dropped {} duplicates, {} in total; the last: {}",
                    name,
                    values,
                    all,
                    DroppedValues.text(last));
        }
    }
}
