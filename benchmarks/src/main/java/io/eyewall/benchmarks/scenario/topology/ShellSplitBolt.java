package io.eyewall.benchmarks.scenario.topology;

import java.util.Map;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Splits a sentence at single blanks in a child process: {@code split_sentence.py}, a basic bolt,
 * which always anchors and acks.
 */
public final class ShellSplitBolt extends ShellBolt implements IRichBolt {
    private static final long serialVersionUID = 1L;

    /** Creates the bolt; the child process starts when the bolt is prepared. */
    public ShellSplitBolt() {
        super("python3", "split_sentence.py");
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(ScenarioTopology.FIELD));
    }

    @Override
    public @Nullable Map<String, Object> getComponentConfiguration() {
        return null;
    }
}
