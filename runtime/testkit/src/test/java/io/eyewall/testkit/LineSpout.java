package io.eyewall.testkit;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;

/** A spout whose own code cannot run in a test, because it needs a server that does not exist. */
final class LineSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        throw new IllegalStateException("no connection to the line server");
    }

    @Override
    public void nextTuple() {
        throw new IllegalStateException("not open");
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("line"));
        declarer.declareStream("errors", new Fields("code", "text"));
        declarer.declareStream("direct", true, new Fields("line"));
    }
}
