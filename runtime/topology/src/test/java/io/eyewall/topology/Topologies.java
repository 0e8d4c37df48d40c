package io.eyewall.topology;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;

/** Components without function, and Storm's defaults, for tests of planning. */
final class Topologies {
    static final Map<String, Object> DEFAULTS = Map.copyOf(withoutNulls(Utils.readDefaultConfig()));

    private Topologies() {}

    private static Map<String, Object> withoutNulls(Map<String, Object> conf) {
        Map<String, Object> present = new HashMap<>(conf);
        present.values().removeIf(value -> value == null);
        return present;
    }

    /** Plans a topology as a local cluster does, with Storm's defaults. */
    static TopologyPlan plan(Map<String, Object> conf, StormTopology topology)
            throws InvalidTopologyException {
        return TopologyPlanner.plan("demo", "demo-1-1", DEFAULTS, conf, topology);
    }

    static final class Spout extends BaseRichSpout {
        private final Map<String, Object> conf;

        Spout() {
            this(Map.of());
        }

        Spout(Map<String, Object> conf) {
            this.conf = new HashMap<>(conf);
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return conf;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            // never opened: these tests only plan
        }

        @Override
        public void nextTuple() {
            throw new AssertionError("planning runs no spout");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key", "value"));
            declarer.declareStream("direct", true, new Fields("only"));
        }
    }

    static final class Bolt extends BaseBasicBolt {
        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            throw new AssertionError("planning runs no bolt");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("result"));
        }
    }
}
