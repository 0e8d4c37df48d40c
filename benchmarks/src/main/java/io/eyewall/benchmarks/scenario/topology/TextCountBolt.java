package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Counts tuples and their characters, so that the payload is actually read. */
public final class TextCountBolt extends ScenarioBolt {
    private static final long serialVersionUID = 1L;

    private transient Scoreboard.Cell countedCell;
    private transient Scoreboard.Cell charactersCell;

    /**
     * Creates the bolt.
     *
     * @param acked whether tuples are acked
     */
    public TextCountBolt(boolean acked) {
        super(acked);
    }

    @Override
    void prepareTask() {
        countedCell = Scoreboard.claim(Role.COUNTED);
        charactersCell = Scoreboard.claim(Role.CHARACTERS);
    }

    @Override
    public void execute(Tuple input) {
        charactersCell.add(input.getString(0).length());
        finish(input);
        countedCell.increment();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // a sink emits nothing
    }
}
