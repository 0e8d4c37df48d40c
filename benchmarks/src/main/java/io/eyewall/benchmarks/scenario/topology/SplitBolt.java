package io.eyewall.benchmarks.scenario.topology;

import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Splits a sentence at single blanks and emits each word. */
public final class SplitBolt extends ScenarioBolt {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the bolt.
     *
     * @param acked whether words are anchored and sentences acked
     */
    public SplitBolt(boolean acked) {
        super(acked);
    }

    @Override
    void prepareTask() {}

    @Override
    public void execute(Tuple input) {
        for (String word : input.getString(0).split(" ")) {
            emit(input, new Values(word));
        }
        finish(input);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(ScenarioTopology.FIELD));
    }
}
