package io.eyewall.examples;

import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;

/** Tumbling windows: emits the sum of every ten numbers. */
public class WindowTopology extends ConfigurableTopology {
    /** Numbers in a window. */
    public static final int WINDOW = 10;

    /**
     * @param args the number of numbers, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new WindowTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        long limit = args.length > 0 ? Long.parseLong(args[0]) : 100_000;
        return submit("window", conf, builder(limit));
    }

    /**
     * Returns {@code number -> sum}.
     *
     * @param limit the number of numbers
     */
    public static TopologyBuilder builder(long limit) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("number", new NumberSpout(limit)).setMaxSpoutPending(1000);
        builder.setBolt("sum", new SumBolt().withTumblingWindow(BaseWindowedBolt.Count.of(WINDOW)))
                .globalGrouping("number");
        return builder;
    }

    /** Emits the first number of a window, the window's size, and the sum of its numbers. */
    public static class SumBolt extends BaseWindowedBolt {
        private OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void execute(TupleWindow window) {
            long sum = 0;
            for (Tuple tuple : window.get()) {
                sum += tuple.getLong(0);
            }
            long first = window.get().get(0).getLong(0);
            collector.emit(new Values(first, window.get().size(), sum));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("first", "size", "sum"));
        }
    }
}
