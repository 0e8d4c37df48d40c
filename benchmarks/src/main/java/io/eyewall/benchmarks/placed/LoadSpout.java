package io.eyewall.benchmarks.placed;

import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Sends numbers to the bolts of its chain as the phase prescribes. A spout with a rate drops tuples
 * that are late by more than {@link #LATEST_NS}, like a source whose data is not read in time.
 */
final class LoadSpout extends BaseRichSpout {
    static final long LATEST_NS = 100_000_000;

    private static final long serialVersionUID = 1L;

    private final List<String> bolts;
    private final List<Feed> feeds;
    private final long[] intervalsNs;
    private final double workUs;

    private transient SpoutOutputCollector collector;
    private transient Board board;
    private transient Machine machine;
    private transient Board.Tally[] sent;
    private transient Shares shares;
    private transient int phase;
    private transient long dueNs;
    private transient long number;

    LoadSpout(Chain chain) {
        bolts = List.copyOf(chain.bolts());
        feeds = List.copyOf(chain.feeds());
        intervalsNs = new long[feeds.size()];
        for (int i = 0; i < intervalsNs.length; i++) {
            intervalsNs[i] = feeds.get(i).isPaced() ? Math.round(1e9 / chain.tuplesPerSec(i)) : 0;
        }
        workUs = chain.spoutUs();
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
        board = Board.current();
        machine = board.machine();
        sent = bolts.stream().map(board::sentTo).toArray(Board.Tally[]::new);
        begin(board.phase());
        dueNs = machine.nanoTime();
        number = 1;
    }

    private void begin(int next) {
        phase = next;
        shares = new Shares(feeds.get(phase).shares());
    }

    @Override
    public void nextTuple() {
        int now = board.phase();
        if (now != phase) {
            begin(now);
        }
        long intervalNs = intervalsNs[phase];
        if (intervalNs > 0) {
            long lateNs = machine.nanoTime() - dueNs;
            if (lateNs < 0) {
                return;
            }
            dueNs += Math.max(0, lateNs - LATEST_NS);
        }
        int bolt = shares.next();
        long result = machine.work(number, workUs);
        sent[bolt].add(number);
        collector.emit(bolts.get(bolt), new Values(number, dueNs, result));
        number++;
        dueNs += intervalNs;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        bolts.forEach(bolt -> declarer.declareStream(bolt, new Fields("number", "due", "result")));
    }
}
