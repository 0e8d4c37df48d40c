package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Joins a stream with a table, which is the second input: values wait until the table is complete;
 * then each value is joined with the table's entries that have its key. Both inputs are grouped by
 * key. Tuples of the table are acked as they arrive, tuples of the stream when they were joined.
 *
 * @param <L> values of the stream
 * @param <R> values of the table
 * @param <O> output values
 */
public final class TableJoinBolt<L, R, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Object> input = Input.ofOperator();
    private final SecondInput second = new SecondInput();
    private final Meeting<L, R, O> meeting;
    private static final int TABLE = 0;
    private static final int WAITING_TABLE = 1;
    private static final int ENDS_TABLE = 2;

    private transient Map<Object, KeyEntries<R>> table;

    /** The keys that have changed since the last snapshot. */
    private transient SavedEntries<KeyEntries<R>> saved = new SavedEntries<>(TABLE, false);

    private transient WaitingTuples waiting;

    private transient TopologyContext context;

    /** The tasks that send the table and have not ended yet. */
    private transient Set<Integer> tableTasks;

    /** An entry of the table, which remembers whether a value of the stream is its partner. */
    public static final class Entry<R> {
        private final R value;
        private boolean hasPartner;

        private Entry(R value) {
            this.value = value;
        }

        /** Returns the value of the entry. */
        public R value() {
            return value;
        }

        /** Records that the entry has a partner in the stream. */
        public void meet() {
            hasPartner = true;
        }
    }

    /** The entries of a key. */
    private static final class KeyEntries<R> extends SavedEntry {
        private final Object key;
        private final List<Entry<R>> list = new ArrayList<>();

        private KeyEntries(Object key) {
            this.key = key;
        }

        @Override
        protected Object[] content() {
            return new Object[] {
                key,
                list.stream().map(Entry::value).toArray(),
                list.stream().map(entry -> entry.hasPartner).toArray()
            };
        }
    }

    /** Computes the results of the join. */
    public interface Meeting<L, R, O> extends Serializable {
        /**
         * Emits the results for a value of the stream and the table's entries with its key. The
         * implementation calls {@link Entry#meet} for each entry that is a partner of the value.
         */
        void meet(L value, List<Entry<R>> entries, EachBolt.Out<O> out);

        /** Emits, at the end, the results for an entry of the table without a partner. */
        default void alone(R value, EachBolt.Out<O> out) {}
    }

    /**
     * @param meeting computes the output values
     */
    @SuppressWarnings("NullAway.Init") // prepare sets the fields
    public TableJoinBolt(Meeting<L, R, O> meeting) {
        this.meeting = meeting;
    }

    /** Returns the second input: the table. */
    public SecondInput second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        table = new LinkedHashMap<>();
        saved = new SavedEntries<>(TABLE, snapshots() != null);
        waiting = new WaitingTuples(conf, collector());
        this.context = context;
        expectTable();
    }

    private void expectTable() {
        tableTasks = new HashSet<>();
        for (String component : second.components()) {
            tableTasks.addAll(context.getComponentTasks(component));
        }
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        saved.save(out);
        out.put(WAITING_TABLE, 1, waiting.all().stream().map(this::savedTuple).toArray());
        List<Object> open = new ArrayList<>();
        for (int task : tableTasks) {
            String component = context.getComponentId(task);
            int index = context.getComponentTasks(component).indexOf(task);
            open.add(new Object[] {component, index});
        }
        out.put(ENDS_TABLE, 1, open.toArray());
    }

    @Override
    @SuppressWarnings("unchecked") // what content() has returned
    protected void restoreState(long number, StateReader in) {
        table.clear();
        waiting.clear();
        expectTable();
        saved.restore(
                in,
                content -> {
                    KeyEntries<R> ofKey = new KeyEntries<>(content[0]);
                    Object[] values = (Object[]) content[1];
                    Object[] partners = (Object[]) content[2];
                    for (int i = 0; i < values.length; i++) {
                        Entry<R> each = new Entry<>((R) values[i]);
                        each.hasPartner = (Boolean) partners[i];
                        ofKey.list.add(each);
                    }
                    table.put(ofKey.key, ofKey);
                    return ofKey;
                });
        in.forEach(
                WAITING_TABLE,
                (entry, content) -> {
                    for (Object tuple : content) {
                        waiting.add(restoredTuple(tuple));
                    }
                });
        in.forEach(
                ENDS_TABLE,
                (entry, content) -> {
                    tableTasks.clear();
                    for (Object each : content) {
                        Object[] task = (Object[]) each;
                        List<Integer> tasks = context.getComponentTasks((String) task[0]);
                        tableTasks.add(tasks.get((Integer) task[1]));
                    }
                });
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    protected void onTuple(Tuple tuple) {
        if (second.contains(tuple)) {
            KeyEntries<R> ofKey = table.computeIfAbsent(Input.key(tuple), KeyEntries::new);
            ofKey.list.add(new Entry<>((R) input.value(tuple)));
            saved.onChange(ofKey);
            collector().ack(tuple);
        } else if (tableTasks.isEmpty()) {
            process(tuple);
        } else {
            waiting.add(tuple);
        }
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void onTick() {
        waiting.resetTimeouts();
    }

    @Override
    protected void onEnded(int task) {
        if (tableTasks.remove(task) && tableTasks.isEmpty()) {
            while (!waiting.isEmpty()) {
                process(waiting.remove());
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        KeyEntries<R> ofKey = table.get(Input.key(tuple));
        List<Entry<R>> entries = ofKey == null ? List.of() : ofKey.list;
        meeting.meet((L) input.value(tuple), entries, result -> emit(tuple, result, collected));
        if (ofKey != null) {
            saved.onChange(ofKey);
        }
    }

    @Override
    protected void onFinal(List<Tuple> markers) {
        for (KeyEntries<R> ofKey : table.values()) {
            for (Entry<R> entry : ofKey.list) {
                if (!entry.hasPartner) {
                    emitResults(
                            markers,
                            () -> entry.value,
                            (EachBolt.Out<O> out) -> meeting.alone(entry.value, out));
                }
            }
        }
    }
}
