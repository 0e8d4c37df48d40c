package io.eyewall.benchmarks.accuracy;

import java.util.Map;
import java.util.Random;
import org.HdrHistogram.SingleWriterRecorder;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Emits messages as a Poisson process, or as fast as possible: keys from 0 to 999 in turn, a part
 * of them replaced by one hot key.
 */
final class WorkSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;
    private static final int KEYS = 1_000;

    private final boolean tracked;
    private final long rounds;
    private final double hotPart;
    private final double perSec;

    @SuppressWarnings("NullAway.Init") // by Storm, before all else
    private transient SpoutOutputCollector collector;

    private transient Random random = new Random();
    private transient double dueNs;

    @SuppressWarnings("NullAway.Init") // by open
    private transient SingleWriterRecorder latencies;

    private long number;
    private long state = 1;

    /**
     * @param rounds rounds of work per message
     * @param perSec messages per second; 0 for as fast as possible
     */
    WorkSpout(boolean tracked, long rounds, double hotPart, double perSec) {
        this.tracked = tracked;
        this.rounds = rounds;
        this.hotPart = hotPart;
        this.perSec = perSec;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
        random = new Random(context.getThisTaskId());
        dueNs = System.nanoTime();
        latencies = Latencies.open();
    }

    @Override
    public void nextTuple() {
        if (perSec > 0) {
            if (System.nanoTime() - (long) dueNs < 0) {
                return;
            }
            dueNs -= Math.log(1 - random.nextDouble()) / perSec * 1e9;
        }
        number++;
        state = Work.rounds(state + number, rounds);
        boolean hot = number % KEYS < hotPart * KEYS;
        Values values = new Values(hot ? -1L : number * 7 % KEYS, state);
        if (tracked) {
            collector.emit(values, (Long) System.nanoTime());
        } else {
            collector.emit(values);
        }
    }

    @Override
    public void ack(Object emittedNs) {
        latencies.recordValue(System.nanoTime() - (Long) emittedNs);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("key", "state"));
    }
}
