package io.eyewall.differential.program.multilang;

import io.eyewall.differential.stage.Probe;
import java.util.Map;
import org.apache.storm.metric.api.CountMetric;
import org.apache.storm.metric.api.rpc.CountShellMetric;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;

/** A bolt whose script is in the {@code resources} folder. */
final class ScriptBolt extends ShellBolt implements IRichBolt {
    private static final long serialVersionUID = 1;

    private final String[] fields;
    private boolean metric;

    ScriptBolt(String interpreter, String script, String... fields) {
        super(interpreter, script);
        this.fields = fields;
    }

    /** Registers a metric {@code calls}. */
    ScriptBolt withMetric() {
        metric = true;
        return this;
    }

    /** Notes the child's updates in {@code metric}. */
    private static final class NotedMetric extends CountShellMetric {
        private final Probe probe;

        NotedMetric(Probe probe) {
            this.probe = probe;
        }

        @Override
        public void updateMetricFromRPC(Object value) {
            probe.note("metric", value);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // child processes support only metrics of the older kind
    public void prepare(
            Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
        if (metric) {
            CountMetric noted = new NotedMetric(Probe.of(topoConf));
            context.registerMetric("calls", noted, 60);
        }
        super.prepare(topoConf, context, collector);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(fields));
        declarer.declareStream("to-all", new Fields(fields));
        declarer.declareStream("direct", true, new Fields(fields));
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return null;
    }
}
