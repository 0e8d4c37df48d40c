package io.eyewall.toolkit.operator;

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
    private transient Map<Object, List<Entry<R>>> table;
    private transient WaitingTuples waiting;

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
        waiting = new WaitingTuples(conf, collector());
        tableTasks = new HashSet<>();
        for (String component : second.components()) {
            tableTasks.addAll(context.getComponentTasks(component));
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    protected void onTuple(Tuple tuple) {
        if (second.contains(tuple)) {
            table.computeIfAbsent(Input.key(tuple), absent -> new ArrayList<>())
                    .add(new Entry<>((R) input.value(tuple)));
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
        List<Entry<R>> entries = table.getOrDefault(Input.key(tuple), List.of());
        meeting.meet((L) input.value(tuple), entries, result -> emit(tuple, result, collected));
    }

    @Override
    protected void onFinal(List<Tuple> markers) {
        for (List<Entry<R>> entries : table.values()) {
            for (Entry<R> entry : entries) {
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
