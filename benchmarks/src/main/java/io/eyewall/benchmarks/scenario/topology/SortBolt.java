package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.RollingSort;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;

/** Keeps the last texts and sorts them at every tick, as RollingSort of storm-benchmark does. */
final class SortBolt extends ScenarioBolt {
    private static final long serialVersionUID = 1L;

    private transient RollingSort window;
    private transient Scoreboard.Cell countedCell;
    private transient Scoreboard.Cell charactersCell;

    SortBolt(boolean acked) {
        super(acked);
    }

    @Override
    void prepareTask() {
        window = new RollingSort();
        Scoreboard.registerWindow(window);
        countedCell = Scoreboard.claim(Role.COUNTED);
        charactersCell = Scoreboard.claim(Role.CHARACTERS);
    }

    @Override
    public void execute(Tuple input) {
        if (TupleUtils.isTick(input)) {
            window.sort();
            return;
        }
        String text = input.getString(0);
        window.add(text);
        charactersCell.add(text.length());
        finish(input);
        countedCell.increment();
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, RollingSort.PERIOD_SEC);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // a sink emits nothing
    }
}
