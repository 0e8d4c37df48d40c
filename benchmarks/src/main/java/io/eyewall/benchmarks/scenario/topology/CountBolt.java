package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Counts words in a hash map of boxed integers, as typical word counts do. */
public final class CountBolt extends ScenarioBolt {
    private static final long serialVersionUID = 1L;

    private transient Map<String, Integer> counts;
    private transient Scoreboard.Cell countedCell;

    /**
     * Creates the bolt.
     *
     * @param acked whether words are acked
     */
    public CountBolt(boolean acked) {
        super(acked);
    }

    @Override
    void prepareTask() {
        counts = new HashMap<>();
        Scoreboard.registerCounts(counts);
        countedCell = Scoreboard.claim(Role.COUNTED);
    }

    @Override
    public void execute(Tuple input) {
        String word = input.getString(0);
        Integer count = counts.get(word);
        counts.put(word, count == null ? 1 : count + 1);
        finish(input);
        countedCell.increment();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // a sink emits nothing
    }
}
