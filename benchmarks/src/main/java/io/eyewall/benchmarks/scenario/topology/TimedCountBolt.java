package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.LatencyRecorder;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.Timed;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Counts tuples and their characters, and records their lateness. */
final class TimedCountBolt extends ScenarioBolt {
    private static final long serialVersionUID = 1L;

    private transient Scoreboard.Cell countedCell;
    private transient Scoreboard.Cell charactersCell;
    private transient LatencyRecorder latencies;

    TimedCountBolt(boolean acked) {
        super(acked);
    }

    @Override
    void prepareTask() {
        countedCell = Scoreboard.claim(Role.COUNTED);
        charactersCell = Scoreboard.claim(Role.CHARACTERS);
        latencies = new LatencyRecorder();
        Scoreboard.registerLatencies(latencies);
    }

    @Override
    public void execute(Tuple input) {
        Timed timed = (Timed) input.getValue(0);
        latencies.record(timed);
        charactersCell.add(timed.text().length());
        finish(input);
        countedCell.increment();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // a sink emits nothing
    }
}
