package io.eyewall.examples.wordcount;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Counts words. When every task of the spout has ended, it emits its counts, and then a tuple on
 * the stream {@value #DONE} to mark their end.
 */
public final class CountBolt extends BaseRichBolt {
    static final String DONE = "done";

    private transient OutputCollector collector;
    private transient Map<String, Long> counts;
    private transient Set<Integer> endedTasks;
    private int spoutTasks;
    private boolean done;

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
        counts = new HashMap<>();
        endedTasks = new HashSet<>();
        spoutTasks = context.getComponentTasks(WordCountTopology.LINES).size();
    }

    @Override
    public void execute(Tuple tuple) {
        if (tuple.getSourceStreamId().equals(LineSpout.END)) {
            endedTasks.add(tuple.getSourceTask());
            if (endedTasks.size() == spoutTasks && !done) {
                done = true;
                emitCounts(tuple);
            }
        } else {
            counts.merge(tuple.getString(0), 1L, Long::sum);
        }
        collector.ack(tuple);
    }

    private void emitCounts(Tuple anchor) {
        counts.forEach((word, count) -> collector.emit(anchor, new Values(word, count)));
        collector.emit(DONE, anchor, new Values(counts.size()));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("word", "count"));
        declarer.declareStream(DONE, new Fields("words"));
    }
}
