package io.eyewall.cli.calibrate;

import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;

/** Emits one and the same list, as often as it may or so many times per second. */
final class ProbeSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;
    private static final List<Object> VALUES = List.of("value");

    private final boolean tracked;
    private final long intervalNs;

    @SuppressWarnings("NullAway.Init") // by Storm, before all else
    private transient SpoutOutputCollector collector;

    private transient long dueNs;

    ProbeSpout(boolean tracked, int perSec) {
        this.tracked = tracked;
        this.intervalNs = perSec == 0 ? 0 : 1_000_000_000L / perSec;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
        dueNs = System.nanoTime();
    }

    @Override
    public void nextTuple() {
        if (intervalNs > 0) {
            if (System.nanoTime() - dueNs < 0) {
                return;
            }
            dueNs += intervalNs;
        }
        if (tracked) {
            collector.emit(VALUES, "message");
        } else {
            collector.emit(VALUES);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("value"));
    }
}
