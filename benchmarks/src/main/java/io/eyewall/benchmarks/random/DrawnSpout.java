package io.eyewall.benchmarks.random;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** A spout that emits numbers, either as many as possible or when they are due. */
final class DrawnSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    /** The message id, with which the latency is computed at the completion. */
    private record Message(long dueNs, long emittedNs) {}

    private final int board;
    private final boolean acked;
    private final double nsPerMessage;

    @SuppressWarnings("NullAway.Init") // by Storm, before all else
    private transient SpoutOutputCollector collector;

    private long number;
    private double dueNs;

    /**
     * @param board number of its topology
     * @param perSecond messages per second of each task; 0 for as many as possible
     */
    DrawnSpout(int board, boolean acked, double perSecond) {
        this.board = board;
        this.acked = acked;
        this.nsPerMessage = perSecond == 0 ? 0 : 1e9 / perSecond;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
        dueNs = System.nanoTime();
    }

    @Override
    public void nextTuple() {
        long nowNs = System.nanoTime();
        long due = nowNs;
        if (nsPerMessage > 0) {
            if (nowNs < dueNs) {
                return;
            }
            due = (long) dueNs;
            dueNs += nsPerMessage;
        }
        Values values = new Values(number++, due);
        if (acked) {
            collector.emit(values, new Message(due, nowNs));
        } else {
            collector.emit(values);
        }
    }

    @Override
    public void ack(Object message) {
        Message ended = (Message) message;
        Board.of(board).acked(ended.dueNs(), ended.emittedNs());
    }

    @Override
    public void fail(Object message) {
        Board.of(board).failed();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number", "due"));
    }
}
