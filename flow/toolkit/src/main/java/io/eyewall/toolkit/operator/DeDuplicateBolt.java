package io.eyewall.toolkit.operator;

import com.codahale.metrics.Counter;
import io.eyewall.toolkit.failure.ThrottledCount;
import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
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
 * Drops a value whose key is among the latest keys, or was seen within a time. The key's time is
 * that of the value that passed; a dropped value does not renew it. Of a long series of duplicates,
 * therefore, one value passes whenever that time is over.
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

    /** The remembered keys, in the order in which values with them passed. */
    private transient Map<Object, SeenKey> seenKeys;

    /** The keys that have changed since the last snapshot. */
    private transient SavedEntries<SeenKey> saved = new SavedEntries<>(0, false);

    /** The times at which values passed that may still be replayed, by identity, oldest first. */
    private transient Map<Object, Long> passedMsByIdentity;

    /** How long after it passed a value may be replayed. */
    private transient long replayableMs;

    private transient @Nullable Counter duplicates;
    private transient String name = "";
    private transient ThrottledCount droppedCount = new ThrottledCount();
    private transient @Nullable Object lastDropped;

    /** A key, and the time at which a value with it passed. */
    private static final class SeenKey extends SavedEntry {
        private final Object key;
        private final long passedMs;

        private SeenKey(Object key, long passedMs) {
            this.key = key;
            this.passedMs = passedMs;
        }

        @Override
        protected Object[] content() {
            return new Object[] {key, passedMs};
        }
    }

    /**
     * @param input reads the values
     * @param key returns what duplicates have in common
     * @param memory how many keys, or for how long a key, is remembered
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
        this.seenKeys = new LinkedHashMap<>();
        this.passedMsByIdentity = new LinkedHashMap<>();
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        seenKeys = new LinkedHashMap<>();
        saved = new SavedEntries<>(0, snapshots() != null);
        passedMsByIdentity = new LinkedHashMap<>();
        replayableMs = MessageTimeout.replayableMs(conf);
        duplicates = context.registerCounter("duplicates");
        name = "operator " + context.getThisComponentId() + " task " + context.getThisTaskId();
        droppedCount = new ThrottledCount();
        lastDropped = null;
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
    protected void restoreState(long number, StateReader in) {
        seenKeys.clear();
        saved.restore(
                in,
                content -> {
                    SeenKey seen = new SeenKey(content[0], (Long) content[1]);
                    seenKeys.put(seen.key, seen);
                    return seen;
                });
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        T value = input.value(tuple);
        long nowMs = ProcessingTime.nowMs();
        if (memory instanceof Bound.Time<T> time) {
            forgetOlderKeys(nowMs, time.millis());
        }
        forgetOlder(passedMsByIdentity, nowMs, replayableMs);
        Object keyOfValue = key.apply(value);
        // With snapshots nothing is replayed without going back to the snapshot.
        Object identityOfValue = identity == null || saved.isOn() ? null : identity.apply(value);
        boolean isReplay =
                identityOfValue != null && passedMsByIdentity.containsKey(identityOfValue);
        if (!isReplay && seenKeys.containsKey(keyOfValue)) {
            drop(value);
            return;
        }
        emit(tuple, value, collected);
        if (identityOfValue != null) {
            passedMsByIdentity.remove(identityOfValue); // so that put makes it the newest entry
            passedMsByIdentity.put(identityOfValue, nowMs);
        }
        if (!isReplay) {
            SeenKey seen = new SeenKey(keyOfValue, nowMs);
            seenKeys.put(keyOfValue, seen);
            saved.onChange(seen);
            forgetOldestIfTooMany();
        }
    }

    private void forgetOlderKeys(long nowMs, long maxAgeMs) {
        Iterator<SeenKey> oldestFirst = seenKeys.values().iterator();
        while (oldestFirst.hasNext()) {
            SeenKey oldest = oldestFirst.next();
            if (nowMs - oldest.passedMs < maxAgeMs) {
                return;
            }
            oldestFirst.remove();
            saved.onRemove(oldest);
        }
    }

    private static void forgetOlder(Map<Object, Long> times, long nowMs, long maxAgeMs) {
        Iterator<Long> oldest = times.values().iterator();
        while (oldest.hasNext() && nowMs - oldest.next() >= maxAgeMs) {
            oldest.remove();
        }
    }

    /** Forgets the oldest key if there are more keys than the limit. */
    private void forgetOldestIfTooMany() {
        if (memory instanceof Bound.Count<T> count && seenKeys.size() > count.values()) {
            Iterator<SeenKey> oldest = seenKeys.values().iterator();
            SeenKey forgotten = oldest.next();
            oldest.remove();
            saved.onRemove(forgotten);
        }
    }

    private void drop(T value) {
        Objects.requireNonNull(duplicates, "not prepared").inc();
        if (identity == null && !saved.isOn()) {
            lastDropped = value;
            logDropped(droppedCount.add(1));
        }
    }

    @Override
    protected void onFinal() {
        logDropped(droppedCount.takeUnreported());
    }

    /**
     * Logs dropped values: the first at warning level, as it may be lost; later ones at info level.
     */
    private void logDropped(long values) {
        long total = Objects.requireNonNull(duplicates).getCount();
        if (values == total && values > 0) {
            LOG.warn(
                    "{}: dropped a duplicate: {}; a value that fails downstream and is replayed is"
                            + " dropped, too, and lost: give deDuplicate an identity of values",
                    name,
                    DroppedValues.shortText(lastDropped));
        } else if (values > 0) {
            LOG.info(
                    "{}: dropped {} duplicates, {} in total; the last: {}",
                    name,
                    values,
                    total,
                    DroppedValues.shortText(lastDropped));
        }
    }
}
