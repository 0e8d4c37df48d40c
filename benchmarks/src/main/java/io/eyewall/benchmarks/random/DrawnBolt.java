package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.accuracy.Work;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.TupleUtils;

/** A bolt that computes or waits for each tuple, emits tuples, and acks its input. */
final class DrawnBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final int board;
    private final Part part;
    private final long rounds;
    private final int index;

    @SuppressWarnings("NullAway.Init") // by Storm, before all else
    private transient OutputCollector collector;

    private long state = 1;
    private double owed;

    /**
     * @param board number of its topology
     * @param roundsPerUs rounds of {@link Work} per microsecond
     * @param index its index among the bolts of its topology
     */
    DrawnBolt(int board, Part part, double roundsPerUs, int index) {
        this.board = board;
        this.part = part;
        this.index = index;
        this.rounds = part.waits() ? 0 : Math.round(part.microseconds() * roundsPerUs);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
        collector = out;
    }

    @Override
    public void execute(Tuple tuple) {
        if (TupleUtils.isTick(tuple)) {
            collector.ack(tuple);
            return;
        }
        if (part.waits()) {
            LockSupport.parkNanos((long) (part.microseconds() * 1e3));
        } else {
            state = Work.rounds(state, rounds);
        }
        Board.of(board).executed(index);
        owed += part.copies();
        while (owed >= 1) {
            owed--;
            collector.emit(tuple, new Values(tuple.getLong(0), tuple.getLong(1)));
        }
        collector.ack(tuple);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number", "due"));
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return part.ticks() == 0
                ? Map.of()
                : Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, part.ticks());
    }
}
