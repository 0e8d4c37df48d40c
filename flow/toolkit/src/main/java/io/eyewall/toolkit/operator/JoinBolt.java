package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import io.eyewall.toolkit.window.Window;
import io.eyewall.toolkit.window.WindowSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Joins two streams by key: each value is paired with the values of the other side that are in the
 * other side's window when it arrives. A result is anchored to both tuples of its pair; a tuple is
 * acked when it leaves its window. Both streams must be grouped by key. Values that arrive after
 * the end are replays; they are paired with other replays ({@link ReplayJoin}).
 *
 * @param <L> values of the first side
 * @param <R> values of the second side
 * @param <O> results
 */
public final class JoinBolt<L, R, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private static final int TICK_INTERVAL_SEC = 1;

    private final Input<Object> input = Input.ofOperator();
    private final SecondInput second = new SecondInput();
    private final WindowSpec<Object> left;
    private final WindowSpec<Object> right;
    private final Fn.Of2<L, R, O> pair;
    private transient Map<Object, Sides> sides;

    /** The keys that have changed since the last snapshot. */
    private transient SavedEntries<Sides> saved = new SavedEntries<>(0, false);

    /** The join of replayed values; null before the end. */
    private transient @Nullable ReplayJoin replayJoin;

    /**
     * How long a replayed value waits for a partner: on Storm the two tuples of a pair may time out
     * that far apart.
     */
    private transient long partnerWaitMs;

    private transient DroppedValues unmatchedValues;

    /**
     * @param left window of the values of the first side with which values of the second side are
     *     paired; its trigger has no effect
     * @param right window of the second side
     * @param pair computes the result for a pair; null: none
     */
    // Unchecked: a window has values of one side only. NullAway: prepare sets the fields.
    @SuppressWarnings({"unchecked", "NullAway.Init"})
    public JoinBolt(WindowSpec<L> left, WindowSpec<R> right, Fn.Of2<L, R, O> pair) {
        this.left = (WindowSpec<Object>) left;
        this.right = (WindowSpec<Object>) right;
        this.pair = pair;
        this.sides = new HashMap<>();
    }

    /** Returns the second input. */
    public SecondInput second() {
        return second;
    }

    /** A value and the tuple that brought it; null: the tuple is acked. */
    private record Element(Object value, @Nullable Tuple tuple) {}

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TICK_INTERVAL_SEC);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        sides = new HashMap<>();
        saved = new SavedEntries<>(0, snapshots() != null);
        replayJoin = null;
        partnerWaitMs = 2 * MessageTimeout.ms(conf);
        unmatchedValues =
                newDroppedValues(
                        context,
                        "alone",
                        "they failed, were replayed after the end, and met no replayed partner");
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
        sides.clear();
        saved.restore(
                in,
                content -> {
                    Sides sidesOfKey = new Sides(content[0], 0);
                    sidesOfKey.left.restore((Object[]) content[1]);
                    sidesOfKey.right.restore((Object[]) content[2]);
                    sides.put(sidesOfKey.key, sidesOfKey);
                    return sidesOfKey;
                });
    }

    @Override
    protected void onTuple(Tuple tuple) {
        long nowMs = ProcessingTime.nowMs();
        if (replayJoin != null) {
            replayJoin.add(
                    Input.key(tuple), second.contains(tuple), input.value(tuple), tuple, nowMs);
            return;
        }
        Object value = input.value(tuple);
        WindowSpec<Object> windowSpec = second.contains(tuple) ? right : left;
        if (isCatching() && !runCatching(tuple, () -> windowSpec.check(value))) {
            return;
        }
        Sides sidesOfKey = sides.computeIfAbsent(Input.key(tuple), key -> new Sides(key, nowMs));
        saved.onChange(sidesOfKey);
        Element element = new Element(value, saved.isOn() ? null : tuple);
        if (second.contains(tuple)) {
            sidesOfKey.left.tick(nowMs);
            sidesOfKey.left.elements.forEach(other -> emitPair(other, element));
            sidesOfKey.right.insert(element, nowMs);
        } else {
            sidesOfKey.right.tick(nowMs);
            sidesOfKey.right.elements.forEach(other -> emitPair(element, other));
            sidesOfKey.left.insert(element, nowMs);
        }
        if (sidesOfKey.isEmpty()) { // otherwise keys that never recur would use memory
            sides.remove(Input.key(tuple));
            saved.onRemove(sidesOfKey);
        }
    }

    private void emitPair(Element first, Element other) {
        List<Tuple> anchors = new ArrayList<>();
        if (first.tuple() != null && other.tuple() != null) {
            anchors.add(first.tuple());
            anchors.add(other.tuple());
        }
        emitPair(first.value(), other.value(), anchors);
    }

    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    private void emitPair(Object first, Object other, List<Tuple> anchors) {
        emitResults(
                anchors,
                () -> Arrays.asList(first, other),
                (EachBolt.Out<O> out) -> {
                    O result = pair.apply((L) first, (R) other);
                    if (result != null) {
                        out.accept(result);
                    }
                });
    }

    @Override
    protected void onTick() {
        long nowMs = ProcessingTime.nowMs();
        forEachSide(side -> side.tick(nowMs));
        if (replayJoin != null) {
            replayJoin.tick(nowMs);
        }
        unmatchedValues.reportIfDue();
    }

    @Override
    protected void onWindow(long number) {
        forEachSide(Side::onMarker);
    }

    @Override
    protected void onFinal() {
        if (saved.isOn()) {
            forEachSide(Side::end); // nothing is replayed without going back to the snapshot
        } else if (replayJoin == null) {
            forEachSide(Side::end);
            replayJoin = new ReplayJoin(partnerWaitMs, new ReplayListener());
        } else {
            replayJoin.endRound();
        }
    }

    /** Handles the replayed values after the end. */
    private final class ReplayListener implements ReplayJoin.Listener {
        @Override
        public void onPair(Object first, Object other, List<Tuple> anchors) {
            emitPair(first, other, anchors);
        }

        @Override
        public void onDone(Tuple tuple) {
            collector().ack(tuple);
        }

        @Override
        public void onUnmatched(Tuple tuple) {
            unmatchedValues.drop(tuple, "alone: replayed after the end without a partner");
        }

        @Override
        public void onWaiting(Tuple tuple) {
            collector().resetTimeout(tuple);
        }
    }

    /** Applies an action to both sides of each key, and forgets the keys without elements. */
    private void forEachSide(Consumer<Side> action) {
        sides.values()
                .removeIf(
                        sidesOfKey -> {
                            action.accept(sidesOfKey.left);
                            action.accept(sidesOfKey.right);
                            if (sidesOfKey.isEmpty()) {
                                saved.onRemove(sidesOfKey);
                            }
                            return sidesOfKey.isEmpty();
                        });
    }

    /** The windows of both sides for one key. */
    private final class Sides extends SavedEntry {
        private final Object key;
        private final Side left;
        private final Side right;

        private Sides(Object key, long nowMs) {
            this.key = key;
            left = new Side(this, JoinBolt.this.left, nowMs);
            right = new Side(this, JoinBolt.this.right, nowMs);
        }

        @Override
        protected Object[] content() {
            return new Object[] {
                key, left.window.saved(Element::value), right.window.saved(Element::value)
            };
        }

        private boolean isEmpty() {
            return left.elements.isEmpty() && right.elements.isEmpty();
        }
    }

    /** The window of one side, and its elements. */
    private final class Side implements Window.Listener<Element> {
        private final Sides sidesOfKey;
        private final Window<Element> window;
        private final Deque<Element> elements = new ArrayDeque<>();

        private Side(Sides sidesOfKey, WindowSpec<Object> spec, long nowMs) {
            this.sidesOfKey = sidesOfKey;
            Function<Element, Object> value = Element::value;
            window = spec.open(value, nowMs);
        }

        private void restore(Object[] saved) {
            window.restore(
                    saved,
                    value -> {
                        Element element = new Element(value, null);
                        elements.add(element);
                        return element;
                    });
        }

        private void insert(Element element, long nowMs) {
            elements.add(element);
            window.insert(element, nowMs, this);
        }

        private void tick(long nowMs) {
            window.tick(nowMs, this);
        }

        private void onMarker() {
            window.punctuation(ProcessingTime.nowMs(), this);
        }

        private void end() {
            window.end(this);
        }

        @Override
        public void onWindow(List<Element> present) {
            // Pairs are emitted when their second value arrives.
        }

        @Override
        public void onRelease(List<Element> released) {
            saved.onChange(sidesOfKey);
            for (Element element : released) { // they are the oldest elements, in their order
                elements.remove();
                if (element.tuple() != null) {
                    collector().ack(element.tuple());
                }
            }
        }
    }
}
