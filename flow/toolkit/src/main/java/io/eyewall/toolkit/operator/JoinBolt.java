package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.time.ProcessingTime;
import io.eyewall.toolkit.window.Window;
import io.eyewall.toolkit.window.WindowSpec;
import java.util.ArrayDeque;
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
 * Joins two streams by key: each value meets the values of the other side that are in that side's
 * window at that time. Values made of a pair are anchored to both; a tuple is acked when it leaves
 * its window. Both streams must be grouped by key. Values that arrive after the end have failed and
 * come again; they meet others that do ({@link JoinAgain}).
 *
 * @param <L> values of the first side
 * @param <R> values of the second side
 * @param <O> values made of pairs
 */
public final class JoinBolt<L, R, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private static final int TICK_SEC = 1;

    private final Input<Object> input = Input.ofOperator();
    private final SecondInput second = new SecondInput();
    private final WindowSpec<Object> left;
    private final WindowSpec<Object> right;
    private final Fn.Of2<L, R, O> pair;
    private transient Map<Object, Sides> sides;

    /** The join of replayed values; null before the end. */
    private transient @Nullable JoinAgain again;

    private transient long patienceMs;
    private transient DroppedValues alone;

    /**
     * @param left window that says which values of the first side can be met; its trigger does not
     *     matter
     * @param right window of the second side
     * @param pair makes a value of two; null: no value
     */
    // Unchecked: a window has values of one side. NullAway: prepare sets the fields.
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

    /** A value and the tuple that brought it. */
    private record Element(Object value, Tuple tuple) {}

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TICK_SEC);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        sides = new HashMap<>();
        again = null;
        patienceMs = 2 * MessageTimeout.ms(conf);
        alone =
                leftOut(
                        context,
                        "alone",
                        "they failed, were replayed after the end, and met no replayed partner");
    }

    @Override
    protected void onTuple(Tuple tuple) {
        long nowMs = ProcessingTime.nowMs();
        if (again != null) {
            again.add(Input.key(tuple), second.has(tuple), input.value(tuple), tuple, nowMs);
            return;
        }
        Object value = input.value(tuple);
        WindowSpec<Object> mine = second.has(tuple) ? right : left;
        if (isCatching() && !attempt(tuple, () -> mine.check(value))) {
            return;
        }
        Sides both = sides.computeIfAbsent(Input.key(tuple), key -> new Sides(nowMs));
        Element element = new Element(value, tuple);
        if (second.has(tuple)) {
            both.left.tick(nowMs);
            both.left.elements.forEach(other -> meet(other, element));
            both.right.insert(element, nowMs);
        } else {
            both.right.tick(nowMs);
            both.right.elements.forEach(other -> meet(element, other));
            both.left.insert(element, nowMs);
        }
        if (both.isEmpty()) { // else keys that never recur would use memory
            sides.remove(Input.key(tuple));
        }
    }

    private void meet(Element first, Element other) {
        meet(first.value(), other.value(), List.of(first.tuple(), other.tuple()));
    }

    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    private void meet(Object first, Object other, List<Tuple> anchors) {
        make(
                anchors,
                () -> Arrays.asList(first, other),
                (EachBolt.Out<O> out) -> {
                    O made = pair.apply((L) first, (R) other);
                    if (made != null) {
                        out.accept(made);
                    }
                });
    }

    @Override
    protected void onTick() {
        long nowMs = ProcessingTime.nowMs();
        forAll(side -> side.tick(nowMs));
        if (again != null) {
            again.tick(nowMs);
        }
        alone.tick();
    }

    @Override
    protected void onWindow(long number) {
        forAll(Side::punctuation);
    }

    @Override
    protected void onFinal() {
        if (again == null) {
            forAll(Side::end);
            again = new JoinAgain(patienceMs, new Again());
        } else {
            again.end();
        }
    }

    /** Handles the replayed values after the end. */
    private final class Again implements JoinAgain.Listener {
        @Override
        public void onPair(Object first, Object other, List<Tuple> anchors) {
            meet(first, other, anchors);
        }

        @Override
        public void onDone(Tuple tuple) {
            collector().ack(tuple);
        }

        @Override
        public void onUnmatched(Tuple tuple) {
            alone.add(tuple, "alone: replayed after the end without a partner");
        }

        @Override
        public void onWaiting(Tuple tuple) {
            collector().resetTimeout(tuple);
        }
    }

    private void forAll(Consumer<Side> action) {
        sides.values()
                .removeIf(
                        both -> {
                            action.accept(both.left);
                            action.accept(both.right);
                            return both.isEmpty();
                        });
    }

    /** The windows of both sides for one key. */
    private final class Sides {
        private final Side left;
        private final Side right;

        private Sides(long nowMs) {
            left = new Side(JoinBolt.this.left, nowMs);
            right = new Side(JoinBolt.this.right, nowMs);
        }

        private boolean isEmpty() {
            return left.elements.isEmpty() && right.elements.isEmpty();
        }
    }

    /** The window of one side, and its elements. */
    private final class Side implements Window.Listener<Element> {
        private final Window<Element> window;
        private final Deque<Element> elements = new ArrayDeque<>();

        private Side(WindowSpec<Object> spec, long nowMs) {
            Function<Element, Object> value = Element::value;
            window = spec.open(value, nowMs);
        }

        private void insert(Element element, long nowMs) {
            elements.add(element);
            window.insert(element, nowMs, this);
        }

        private void tick(long nowMs) {
            window.tick(nowMs, this);
        }

        private void punctuation() {
            window.punctuation(ProcessingTime.nowMs(), this);
        }

        private void end() {
            window.end(this);
        }

        @Override
        public void onWindow(List<Element> present) {
            // pairs are made when their second value arrives
        }

        @Override
        public void onRelease(List<Element> released) {
            for (Element element : released) { // the oldest ones, in their order
                elements.remove();
                collector().ack(element.tuple());
            }
        }
    }
}
