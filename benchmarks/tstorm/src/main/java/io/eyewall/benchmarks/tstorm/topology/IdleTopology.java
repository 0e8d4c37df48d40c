package io.eyewall.benchmarks.tstorm.topology;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;

/** A topology whose tasks have nothing to do, so that the cluster's only load is its management. */
public final class IdleTopology {
    private IdleTopology() {}

    /**
     * Submits the topology.
     *
     * @param args name, workers, tasks
     * @throws Exception if the cluster rejects the topology
     */
    public static void main(String[] args) throws Exception {
        int tasks = Integer.parseInt(args[2]);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("nothing", new Nothing());
        builder.setBolt("idle", new Identity(), tasks - 1).shuffleGrouping("nothing");
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[1]));
        conf.setNumAckers(0);
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    private static final class Nothing extends BaseRichSpout {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            // there is nothing to emit
        }

        @Override
        public void nextTuple() {
            // there is nothing to emit
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("text"));
        }
    }
}
