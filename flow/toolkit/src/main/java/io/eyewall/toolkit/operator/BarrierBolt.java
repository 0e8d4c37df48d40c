package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Computes a value from each pair: the n-th tuple of the first input and the n-th tuple of the
 * second input, for each key if there are keys. Tuples without a partner at the end are dropped
 * ({@link DroppedValues}). A tuple that arrives after the end is a replay; its partner has failed
 * as well, but may be replayed later. The bolt waits for the partner for two message timeouts,
 * because on Storm the two tuples may time out that far apart.
 *
 * @param <L> values of the first input
 * @param <R> values of the second input
 * @param <O> output values
 */
public final class BarrierBolt<L, R, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Object> input = Input.ofOperator();
    private final SecondInput second = new SecondInput();
    private final boolean hasKeys;
    private final Fn.Of2<L, R, O> pair;
    private transient Map<Object, UnpairedTuples> unpairedByKey;

    /** The keys that have changed since the last snapshot. */
    private transient SavedEntries<UnpairedTuples> saved = new SavedEntries<>(0, false);

    private transient boolean hasEnded;
    private transient long partnerWaitMs;
    private transient DroppedValues dropped;

    /** The tuples of one key that wait for partners; at least one of the two queues is empty. */
    private final class UnpairedTuples extends SavedEntry {
        private final Object key;
        private final Deque<UnpairedTuple> first = new ArrayDeque<>();
        private final Deque<UnpairedTuple> second = new ArrayDeque<>();

        private UnpairedTuples(Object key) {
            this.key = key;
        }

        @Override
        protected Object[] content() {
            return new Object[] {key, content(first), content(second)};
        }

        private Object[] content(Deque<UnpairedTuple> side) {
            return side.stream()
                    .map(each -> new Object[] {savedTuple(each.tuple()), each.arrivedMs()})
                    .toArray();
        }

        private void restore(Deque<UnpairedTuple> side, Object content) {
            for (Object each : (Object[]) content) {
                Object[] unpaired = (Object[]) each;
                side.add(new UnpairedTuple(restoredTuple(unpaired[0]), (Long) unpaired[1]));
            }
        }
    }

    /** A tuple without a partner, and its time of arrival. */
    private record UnpairedTuple(Tuple tuple, long arrivedMs) {}

    /**
     * @param hasKeys whether both inputs are grouped by key
     * @param pair computes the value for a pair
     */
    @SuppressWarnings("NullAway.Init") // prepare sets the fields
    public BarrierBolt(boolean hasKeys, Fn.Of2<L, R, O> pair) {
        this.hasKeys = hasKeys;
        this.pair = pair;
        this.unpairedByKey = new HashMap<>();
    }

    /** Returns the second input. */
    public SecondInput second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        unpairedByKey = new HashMap<>();
        saved = new SavedEntries<>(0, snapshots() != null);
        hasEnded = false;
        partnerWaitMs = 2 * MessageTimeout.ms(conf);
        dropped = newDroppedValues(context, "alone", "the other input had no partner for them");
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        saved.save(out);
        out.put(1, 1, hasEnded);
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        hasEnded = false;
        unpairedByKey.clear();
        saved.restore(
                in,
                content -> {
                    UnpairedTuples unpairedOfKey = new UnpairedTuples(content[0]);
                    unpairedOfKey.restore(unpairedOfKey.first, content[1]);
                    unpairedOfKey.restore(unpairedOfKey.second, content[2]);
                    unpairedByKey.put(unpairedOfKey.key, unpairedOfKey);
                    return unpairedOfKey;
                });
        in.forEach(1, (entry, content) -> hasEnded = (Boolean) content[0]);
    }

    private void onChange(UnpairedTuples unpairedOfKey) {
        if (unpairedOfKey.first.isEmpty() && unpairedOfKey.second.isEmpty()) {
            saved.onRemove(unpairedOfKey);
        } else {
            saved.onChange(unpairedOfKey);
        }
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void onTuple(Tuple tuple) {
        Object key = hasKeys ? Input.key(tuple) : "";
        UnpairedTuples unpairedOfKey = unpairedByKey.computeIfAbsent(key, UnpairedTuples::new);
        UnpairedTuple unpaired = new UnpairedTuple(tuple, ProcessingTime.nowMs());
        if (second.contains(tuple)) {
            unpairedOfKey.second.add(unpaired);
        } else {
            unpairedOfKey.first.add(unpaired);
        }
        if (!unpairedOfKey.first.isEmpty() && !unpairedOfKey.second.isEmpty()) {
            emitPair(unpairedOfKey.first.remove().tuple(), unpairedOfKey.second.remove().tuple());
            if (unpairedOfKey.first.isEmpty() && unpairedOfKey.second.isEmpty()) {
                unpairedByKey.remove(key);
            }
        }
        onChange(unpairedOfKey);
    }

    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    private void emitPair(Tuple first, Tuple other) {
        L left = (L) input.value(first);
        R right = (R) input.value(other);
        emitResults(
                List.of(first, other),
                () -> Arrays.asList(left, right),
                out -> out.accept(pair.apply(left, right)));
        collector().ack(first);
        collector().ack(other);
    }

    @Override
    protected void onFinal() {
        if (!hasEnded) {
            hasEnded = true;
            dropArrivedUntil(Long.MAX_VALUE);
            dropped.reportAll();
        }
    }

    @Override
    protected void onTick() {
        if (hasEnded && !unpairedByKey.isEmpty()) {
            dropArrivedUntil(ProcessingTime.nowMs() - partnerWaitMs);
            unpairedByKey
                    .values()
                    .forEach(unpairedOfKey -> unpairedOfKey.first.forEach(this::resetTimeout));
            unpairedByKey
                    .values()
                    .forEach(unpairedOfKey -> unpairedOfKey.second.forEach(this::resetTimeout));
        }
        dropped.reportIfDue();
    }

    private void resetTimeout(UnpairedTuple unpaired) {
        collector().resetTimeout(unpaired.tuple());
    }

    /** Drops the unpaired tuples that arrived at a time or before it. */
    private void dropArrivedUntil(long timeMs) {
        unpairedByKey
                .values()
                .removeIf(
                        unpairedOfKey -> {
                            dropArrivedUntil(timeMs, unpairedOfKey.first);
                            dropArrivedUntil(timeMs, unpairedOfKey.second);
                            onChange(unpairedOfKey);
                            return unpairedOfKey.first.isEmpty() && unpairedOfKey.second.isEmpty();
                        });
    }

    private void dropArrivedUntil(long timeMs, Deque<UnpairedTuple> unpaired) {
        while (!unpaired.isEmpty() && unpaired.element().arrivedMs() <= timeMs) {
            dropped.drop(unpaired.remove().tuple(), "alone: no partner until the end");
        }
    }
}
