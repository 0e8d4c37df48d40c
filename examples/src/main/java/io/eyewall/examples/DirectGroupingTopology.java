package io.eyewall.examples;

import java.util.List;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Direct grouping: the sender chooses the receiving task, here by the number modulo the tasks. */
public class DirectGroupingTopology extends ConfigurableTopology {
    /**
     * @param args the number of numbers, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new DirectGroupingTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        long limit = args.length > 0 ? Long.parseLong(args[0]) : 100_000;
        return submit("direct", conf, builder(limit));
    }

    /**
     * Returns {@code number -> router -> worker}.
     *
     * @param limit the number of numbers
     */
    public static TopologyBuilder builder(long limit) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("number", new NumberSpout(limit)).setMaxSpoutPending(1000);
        builder.setBolt("router", new RouterBolt(), 2).shuffleGrouping("number");
        builder.setBolt("worker", new WorkerBolt(), 3).directGrouping("router");
        return builder;
    }

    /** Chooses the task of {@code worker} for each number. */
    static class RouterBolt extends BaseRichBolt {
        private OutputCollector collector;
        private List<Integer> workers;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
            workers = context.getComponentTasks("worker");
        }

        @Override
        public void execute(Tuple tuple) {
            int index = Math.floorMod(tuple.getLong(0), workers.size());
            collector.emitDirect(workers.get(index), tuple, new Values(tuple.getLong(0)));
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(true, new Fields("number"));
        }
    }

    /** Emits its task index with each number. */
    static class WorkerBolt extends BaseRichBolt {
        private OutputCollector collector;
        private int index;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
            index = context.getThisTaskIndex();
        }

        @Override
        public void execute(Tuple tuple) {
            collector.emit(tuple, new Values(index, tuple.getLong(0)));
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("worker", "number"));
        }
    }
}
