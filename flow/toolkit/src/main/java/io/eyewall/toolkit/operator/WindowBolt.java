package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import io.eyewall.toolkit.window.Window;
import io.eyewall.toolkit.window.WindowSpec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates windows, of which there is one for each key. A value's tuple is acked when the value
 * leaves its last window, or at once ({@link #ackAtOnce}). The results of a window are anchored to
 * those of its tuples that are not acked.
 *
 * <p>Time is {@link ProcessingTime}, which is checked when tuples arrive and at ticks, once per
 * second: a window by time ends up to a second late if no tuple arrives. The message timeout must
 * be longer than tuples stay in a window.
 *
 * @param <K> keys
 * @param <I> input values
 * @param <O> output values
 */
public final class WindowBolt<K, I, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private static final int TICK_INTERVAL_SEC = 1;
    private static final int MAX_SHOWN_VALUES = 1000;

    private final Input<I> input;
    private final Fn.@Nullable Of<Tuple, K> key;
    private final WindowSpec<I> spec;
    private final Evaluator<K, I, O> evaluator;
    private boolean acksAtOnce;
    private transient Map<K, KeyWindow> windows;

    /** The windows that have changed since the last snapshot. */
    private transient SavedEntries<KeyWindow> saved = new SavedEntries<>(0, false);

    /** Evaluates a window. */
    public interface Evaluator<K, I, O> extends Serializable {
        /**
         * Emits the results for the window, before it returns.
         *
         * @param key key of the window; null: there are no keys
         * @param values oldest first, at least one
         */
        void apply(@Nullable K key, List<I> values, EachBolt.Out<O> out);
    }

    /** A value and the tuple that brought it; null: the tuple is acked. */
    private record Element<I>(I value, @Nullable Tuple tuple) {}

    /** The window of a key. */
    private final class KeyWindow extends SavedEntry {
        private final @Nullable K key;
        private final Window<Element<I>> window;

        private KeyWindow(@Nullable K key, long nowMs) {
            this.key = key;
            Function<Element<I>, I> value = Element::value;
            window = spec.open(value, nowMs);
        }

        @Override
        protected @Nullable Object[] content() {
            return new @Nullable Object[] {key, window.saved(Element::value)};
        }
    }

    /**
     * @param input reads the values
     * @param key returns the key of a tuple; null: each task has one window for all tuples
     * @param spec kind and size of the windows
     * @param evaluator evaluates a window
     */
    public WindowBolt(
            Input<I> input,
            Fn.@Nullable Of<Tuple, K> key,
            WindowSpec<I> spec,
            Evaluator<K, I, O> evaluator) {
        this.input = input;
        this.key = key;
        this.spec = spec;
        this.evaluator = evaluator;
        this.windows = new HashMap<>();
    }

    /**
     * Makes the bolt ack tuples as they arrive. Windows are then lost with their task; but a spout
     * with a limit of pending messages does not wait for windows that only its next tuples can end.
     */
    public WindowBolt<K, I, O> ackAtOnce() {
        acksAtOnce = true;
        return this;
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return spec.isTimed()
                ? Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TICK_INTERVAL_SEC)
                : Map.of();
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        windows = new HashMap<>();
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
        windows.clear();
        saved.restore(
                in,
                content -> {
                    KeyWindow window = new KeyWindow((K) content[0], 0);
                    window.window.restore(
                            (Object[]) content[1], value -> new Element<>((I) value, null));
                    windows.put(window.key, window);
                    return window;
                });
    }

    private void remove(KeyWindow window) {
        windows.remove(window.key);
        saved.onRemove(window);
    }

    @Override
    protected void onTuple(Tuple tuple) {
        I tupleValue = input.value(tuple);
        if (isCatching() && !runCatching(tuple, () -> spec.check(tupleValue))) {
            return;
        }
        K windowKey = key == null ? null : key.apply(tuple);
        long nowMs = ProcessingTime.nowMs();
        KeyWindow window = windows.get(windowKey);
        if (window == null) {
            window = new KeyWindow(windowKey, nowMs);
            windows.put(windowKey, window);
        }
        saved.onChange(window);
        Element<I> element = new Element<>(tupleValue, saved.isOn() ? null : tuple);
        window.window.insert(element, nowMs, new Evaluations(window, tuple));
        if (acksAtOnce) {
            collector().ack(tuple);
        }
        if (window.window.isEmpty()) { // otherwise keys that never recur would use memory
            remove(window);
        }
    }

    @Override
    protected void onTick() {
        long nowMs = ProcessingTime.nowMs();
        forEachWindow((window, evaluations) -> window.tick(nowMs, evaluations));
    }

    @Override
    protected void onWindow(long number) {
        long nowMs = ProcessingTime.nowMs();
        forEachWindow((window, evaluations) -> window.punctuation(nowMs, evaluations));
    }

    @Override
    protected void onFinal() {
        forEachWindow(Window::end);
    }

    /** An action on a window. */
    private interface Action<E> {
        void apply(Window<E> window, Window.Listener<E> listener);
    }

    /** Applies an action to each window, and forgets the windows without elements. */
    private void forEachWindow(Action<Element<I>> action) {
        for (KeyWindow window : new ArrayList<>(windows.values())) {
            action.apply(window.window, new Evaluations(window, null));
            if (window.window.isEmpty()) {
                remove(window);
            }
        }
    }

    /** Evaluates a window when it is due, and acks the elements that the window releases. */
    private final class Evaluations implements Window.Listener<Element<I>> {
        private final KeyWindow window;
        private final @Nullable Tuple arrived;

        /**
         * @param window the window
         * @param arrived the tuple that has just arrived and is not acked yet; null: none
         */
        private Evaluations(KeyWindow window, @Nullable Tuple arrived) {
            this.window = window;
            this.arrived = arrived;
        }

        @Override
        public void onWindow(List<Element<I>> elements) {
            saved.onChange(window);
            List<I> values = new ArrayList<>(elements.size());
            List<Tuple> tuples = new ArrayList<>(elements.size());
            elements.forEach(
                    element -> {
                        values.add(element.value());
                        Tuple tuple = element.tuple();
                        if (tuple != null && (!acksAtOnce || tuple == arrived)) {
                            tuples.add(tuple);
                        }
                    });
            emitResults(
                    tuples,
                    () -> deadLetterRecord(window.key, values),
                    (EachBolt.Out<O> out) -> evaluator.apply(window.key, values, out));
        }

        @Override
        public void onRelease(List<Element<I>> elements) {
            saved.onChange(window);
            for (Element<I> element : elements) {
                if (!acksAtOnce && element.tuple() != null) {
                    collector().ack(element.tuple());
                }
            }
        }
    }

    /**
     * Returns a window as the record of a dead letter, with at most {@link #MAX_SHOWN_VALUES}
     * values.
     */
    private static <K, I> Object deadLetterRecord(@Nullable K windowKey, List<I> values) {
        int count = values.size();
        Object shown =
                count <= MAX_SHOWN_VALUES
                        ? values
                        : values.subList(0, MAX_SHOWN_VALUES) + "... (" + count + " values)";
        return windowKey == null ? shown : new Keyed<>(windowKey, shown);
    }
}
