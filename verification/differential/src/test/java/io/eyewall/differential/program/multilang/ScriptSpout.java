package io.eyewall.differential.program.multilang;

import java.util.Map;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;

/** A spout whose script is in the {@code resources} folder, with a second stream {@code calls}. */
final class ScriptSpout extends ShellSpout implements IRichSpout {
    private static final long serialVersionUID = 1;

    ScriptSpout(String interpreter, String script) {
        super(interpreter, script);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("value"));
        declarer.declareStream("calls", new Fields("value"));
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return null;
    }
}
