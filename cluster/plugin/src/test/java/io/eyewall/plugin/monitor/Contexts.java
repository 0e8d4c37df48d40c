package io.eyewall.plugin.monitor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;

/** Contexts of tasks as a worker makes them: of bolt {@code b}, tasks 1 to 9, on port 6700. */
final class Contexts {
    static final int PORT = 6700;

    private Contexts() {}

    /** Does nothing. */
    public static final class Bolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {}

        @Override
        public void execute(Tuple tuple) {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    static Map<String, Object> conf(String generator) {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(MonitorSettings.URL_KEY, generator);
        conf.put(MonitorSettings.PERIOD_KEY, 1);
        return conf;
    }

    /**
     * @param executor what the tasks of an executor share
     */
    static TopologyContext of(String topology, int task, Map<String, Object> executor) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setBolt("b", new Bolt());
        StormTopology code = builder.createTopology();
        Map<Integer, String> components = new HashMap<>();
        for (int i = -1; i < 10; i++) {
            components.put(i, "b");
        }
        return new TopologyContext(
                code,
                conf("http://localhost:1"),
                components,
                Map.of("b", List.copyOf(components.keySet())),
                Map.of(),
                Map.of(),
                topology,
                "",
                "",
                task,
                PORT,
                List.of(task),
                Map.of(),
                Map.of(),
                executor,
                new HashMap<>(),
                new AtomicBoolean(),
                new StormMetricRegistry());
    }
}
