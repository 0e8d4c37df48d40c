package io.eyewall.benchmarks.placed;

import java.util.Map;
import org.HdrHistogram.SingleWriterRecorder;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Works for each tuple, counts it, and records how late it was if its source has a rate. */
final class LoadBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final boolean paced;
    private final double workUs;

    private transient Board.Tally executed;
    private transient SingleWriterRecorder lateness;
    private transient Machine machine;
    private transient long result;

    LoadBolt(Chain chain) {
        paced = chain.feeds().get(0).isPaced();
        workUs = chain.boltUs();
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
        machine = Board.current().machine();
        String bolt = context.getThisComponentId();
        executed = Board.current().executedBy(bolt, context.getThisTaskId());
        lateness = Board.current().latenessOf(bolt, context.getThisTaskId());
    }

    @Override
    public void execute(Tuple tuple) {
        result = machine.work(result + tuple.getLong(2), workUs);
        if (paced) {
            Board.record(lateness, machine.nanoTime() - tuple.getLong(1));
        }
        executed.add(tuple.getLong(0));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // a sink
    }
}
