package io.eyewall.examples;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.TupleUtils;

/**
 * Emits the sources that have been silent for ten minutes. It reads {@code nanoTime} of Storm's
 * {@code Time}, because tests can advance that clock instead of waiting, and changes of the
 * machine's clock do not affect it.
 */
public class SilenceTopology extends ConfigurableTopology {
    static final int SILENT_SECS = 600;

    /**
     * @param args topology name, optional
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new SilenceTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        return submit(args.length > 0 ? args[0] : "silence", conf, builder(new NumberSpout(100)));
    }

    /**
     * Returns {@code source -> silence}.
     *
     * @param source a spout whose first field names the sender
     */
    public static TopologyBuilder builder(IRichSpout source) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", source);
        builder.setBolt("silence", new SilenceBolt()).globalGrouping("source");
        return builder;
    }

    /** Emits each sender once when it has been silent for too long. */
    static class SilenceBolt extends BaseRichBolt {
        private final Map<Object, Long> lastMessageNs = new HashMap<>();
        private OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 60);
        }

        @Override
        public void execute(Tuple tuple) {
            if (TupleUtils.isTick(tuple)) {
                emitSilent();
            } else {
                lastMessageNs.put(tuple.getValue(0), Time.nanoTime());
            }
            collector.ack(tuple);
        }

        private void emitSilent() {
            lastMessageNs
                    .entrySet()
                    .removeIf(
                            entry -> {
                                long silentNs = Time.nanoTime() - entry.getValue();
                                boolean silent = silentNs >= TimeUnit.SECONDS.toNanos(SILENT_SECS);
                                if (silent) {
                                    collector.emit(new Values(entry.getKey()));
                                }
                                return silent;
                            });
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("who"));
        }
    }
}
