package io.eyewall.examples.state;

import java.util.Map;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Counts words, each offset exactly once. Storm guarantees at-least-once delivery. The counts and
 * the offsets counted are in the same state, so a checkpoint contains both or neither. An offset is
 * removed when the spout reports that it will not be emitted again.
 *
 * <p>Emits each count with its offset, so that such bolts can be chained: a checkpoint includes a
 * tuple in all of them or in none.
 */
public class ExactCountBolt extends BaseStatefulBolt<KeyValueState<String, Long>> {
    /** Prefix of the keys of counts. */
    public static final String COUNT = "count ";

    private static final String SEEN = "seen ";
    private static final String FLOOR = "floor";

    private transient OutputCollector collector;
    private transient KeyValueState<String, Long> state;

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
    }

    @Override
    public void initState(KeyValueState<String, Long> state) {
        this.state = state;
    }

    @Override
    public void execute(Tuple tuple) {
        String word = tuple.getStringByField("word");
        long offset = tuple.getLongByField("offset");
        long floor = removeBelow(tuple.getLongByField("saved"));
        if (offset >= floor && state.get(SEEN + offset) == null) {
            long count = state.get(COUNT + word, 0L) + 1;
            state.put(COUNT + word, count);
            state.put(SEEN + offset, offset);
            collector.emit(tuple, new Values(word, count, offset, tuple.getLongByField("saved")));
        }
        collector.ack(tuple);
    }

    private long removeBelow(long saved) {
        long floor = state.get(FLOOR, 0L);
        if (saved <= floor) {
            return floor;
        }
        for (long offset = floor; offset < saved; offset++) {
            state.delete(SEEN + offset);
        }
        state.put(FLOOR, saved);
        return saved;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("word", "count", "offset", "saved"));
    }
}
