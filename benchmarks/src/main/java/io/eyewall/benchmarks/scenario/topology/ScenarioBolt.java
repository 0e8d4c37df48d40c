package io.eyewall.benchmarks.scenario.topology;

import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * The common base of the bolts: they anchor and ack if the scenario is acked, and do neither
 * otherwise.
 */
abstract class ScenarioBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final boolean acked;
    private transient OutputCollector collector;

    ScenarioBolt(boolean acked) {
        this.acked = acked;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
        prepareTask();
    }

    /** Prepares the task; called once on the executor's thread, before the first tuple. */
    abstract void prepareTask();

    final void emit(Tuple input, Values values) {
        if (acked) {
            collector.emit(input, values);
        } else {
            collector.emit(values);
        }
    }

    final void finish(Tuple input) {
        if (acked) {
            collector.ack(input);
        }
    }
}
