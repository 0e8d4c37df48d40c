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
 * Joins a stream with a table, which is its second input: values wait until all of the table has
 * come, then each meets those of the table with its key. Both are grouped by key. Tuples of the
 * table are acked as they come; those of the stream when they have met.
 *
 * @param <L> values of the stream
 * @param <R> of the table
 * @param <O> what is made
 */
public final class TableJoinBolt<L, R, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Object> input = Input.ofOperator();
    private final Second second = new Second();
    private final Meeting<L, R, O> meeting;
    private transient Map<Object, List<Entry<R>>> table;
    private transient Waiting waiting;
    private transient Set<Integer> tableTasks;

    /** A value of the table, and whether it has met one. */
    public static final class Entry<R> {
        private final R value;
        private boolean hasMet;

        private Entry(R value) {
            this.value = value;
        }

        /** The value. */
        public R value() {
            return value;
        }

        /** It has a partner. */
        public void meet() {
            hasMet = true;
        }
    }

    /** What is made where they meet. */
    public interface Meeting<L, R, O> extends Serializable {
        /**
         * A value of the stream, and all of the table with its key. It says itself whom it meets:
         * {@link Entry#meet}.
         */
        void meet(L value, List<Entry<R>> others, EachBolt.Out<O> out);

        /** At the end: a value of the table that has met none. */
        default void alone(R value, EachBolt.Out<O> out) {}
    }

    /**
     * @param meeting makes values
     */
    @SuppressWarnings("NullAway.Init") // by prepare
    public TableJoinBolt(Meeting<L, R, O> meeting) {
        this.meeting = meeting;
    }

    /** Its second input: the table. */
    public Second second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        table = new LinkedHashMap<>();
        waiting = new Waiting(conf, collector());
        tableTasks = new HashSet<>();
        for (String component : second.components()) {
            tableTasks.addAll(context.getComponentTasks(component));
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects what fits
    protected void onTuple(Tuple tuple) {
        if (second.has(tuple)) {
            table.computeIfAbsent(Input.key(tuple), any -> new ArrayList<>())
                    .add(new Entry<>((R) input.value(tuple)));
            collector().ack(tuple);
        } else if (tableTasks.isEmpty()) {
            deal(tuple);
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
        waiting.keep();
    }

    @Override
    protected void onEnded(int task) {
        if (tableTasks.remove(task) && tableTasks.isEmpty()) {
            while (!waiting.isEmpty()) {
                deal(waiting.remove());
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects what fits
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        List<Entry<R>> others = table.getOrDefault(Input.key(tuple), List.of());
        meeting.meet((L) input.value(tuple), others, one -> emit(tuple, one, made));
    }

    @Override
    protected void onFinal(List<Tuple> markers) {
        for (List<Entry<R>> entries : table.values()) {
            for (Entry<R> entry : entries) {
                if (!entry.hasMet) {
                    make(
                            markers,
                            () -> entry.value,
                            (EachBolt.Out<O> out) -> meeting.alone(entry.value, out));
                }
            }
        }
    }
}
