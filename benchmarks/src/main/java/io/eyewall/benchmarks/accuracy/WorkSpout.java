package io.eyewall.benchmarks.accuracy;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Always has more: keys from 0 to 999 in turn, a part of them replaced by one hot key. */
final class WorkSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;
    private static final int KEYS = 1_000;

    private final boolean tracked;
    private final long rounds;
    private final double hotPart;

    @SuppressWarnings("NullAway.Init") // by Storm, before all else
    private transient SpoutOutputCollector collector;

    private long number;
    private long state = 1;

    WorkSpout(boolean tracked, long rounds, double hotPart) {
        this.tracked = tracked;
        this.rounds = rounds;
        this.hotPart = hotPart;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
    }

    @Override
    public void nextTuple() {
        number++;
        state = Work.rounds(state + number, rounds);
        boolean hot = number % KEYS < hotPart * KEYS;
        Values values = new Values(hot ? -1L : number * 7 % KEYS, state);
        if (tracked) {
            collector.emit(values, number);
        } else {
            collector.emit(values);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("key", "state"));
    }
}
