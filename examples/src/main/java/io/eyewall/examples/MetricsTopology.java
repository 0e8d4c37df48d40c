package io.eyewall.examples;

import com.codahale.metrics.Counter;
import java.util.Map;
import org.apache.storm.metric.api.CountMetric;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/**
 * User metrics: a counter of Storm's first metrics API, which a consumer prints every second, and a
 * counter of the second API, which metrics reporters receive.
 */
public class MetricsTopology extends ConfigurableTopology {
    /** Interval between reports of {@code even} in seconds. */
    private static final int REPORT_SECS = 1;

    /**
     * @param args not used
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new MetricsTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        conf.registerMetricsConsumer(PrintingConsumer.class, 1);
        return submit("metrics", conf, builder(Long.MAX_VALUE));
    }

    /**
     * Returns {@code number -> parity}.
     *
     * @param limit the number of numbers
     */
    public static TopologyBuilder builder(long limit) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("number", new NumberSpout(limit)).setMaxSpoutPending(1000);
        builder.setBolt("parity", new ParityBolt()).shuffleGrouping("number");
        return builder;
    }

    /** Counts even and odd numbers. */
    static class ParityBolt extends BaseRichBolt {
        private OutputCollector collector;
        private CountMetric even;
        private Counter odd;

        @Override
        @SuppressWarnings("deprecation") // the first metrics API, which is still widely used
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
            even = context.registerMetric("even", new CountMetric(), REPORT_SECS);
            odd = context.registerCounter("odd");
        }

        @Override
        public void execute(Tuple tuple) {
            if (tuple.getLong(0) % 2 == 0) {
                even.incr();
            } else {
                odd.inc();
            }
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
