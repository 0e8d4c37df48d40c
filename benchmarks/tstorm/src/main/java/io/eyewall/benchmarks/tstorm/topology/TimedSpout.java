package io.eyewall.benchmarks.tstorm.topology;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Emits a text when one is due, and records the processing time of each message. */
abstract class TimedSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final String folder;
    private transient SpoutOutputCollector collector;
    private transient ProcessingTimes times;
    private long dueNs;

    /**
     * Creates the spout.
     *
     * @param folder folder of the processing times
     */
    @SuppressWarnings("NullAway.Init") // by open
    TimedSpout(String folder) {
        this.folder = folder;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        times = new ProcessingTimes(folder, context.getThisTaskId());
        dueNs = System.nanoTime();
    }

    /** Returns the due time of the message after the one that was due at {@code dueNs}. */
    abstract long nextDueNs(long dueNs, long nowNs);

    /** Returns the text of the message that is due now. */
    abstract String text();

    @Override
    public final void nextTuple() {
        long nowNs = System.nanoTime();
        if (nowNs - dueNs >= 0) {
            dueNs = nextDueNs(dueNs, nowNs);
            collector.emit(new Values(text()), nowNs);
        }
    }

    @Override
    public final void ack(Object id) {
        times.acked((long) id);
    }

    @Override
    public final void fail(Object id) {
        times.failed();
    }

    @Override
    public final void close() {
        times.close();
    }

    @Override
    public final void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("text"));
    }
}
