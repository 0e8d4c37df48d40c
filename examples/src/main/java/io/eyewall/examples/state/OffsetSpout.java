package io.eyewall.examples.state;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeSet;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.state.StateFactory;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * A replayable source, such as a file or a log: offset n is the word {@code w(n mod 100)}. It saves
 * the offset below which everything is acked, and starts there after a restart. It may save late,
 * so downstream bolts must expect offsets that they have already received.
 *
 * <p>Emits the word, its offset, and the saved offset, below which no offset is emitted again.
 */
public class OffsetSpout extends BaseRichSpout {
    /** Number of distinct words. */
    public static final int WORDS = 100;

    private static final String SAVED = "saved";
    private static final int SAVE_EVERY = 50;

    private final long limit;
    private transient SpoutOutputCollector collector;
    private transient KeyValueState<String, Long> state;
    private transient TreeSet<Long> pending;
    private transient Deque<Long> failed;
    private long next;
    private long saved;

    /**
     * @param limit the number of words
     */
    public OffsetSpout(long limit) {
        this.limit = limit;
    }

    /** Returns the word at an offset. */
    public static String word(long offset) {
        return "w" + offset % WORDS;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        this.collector = collector;
        String namespace = context.getThisComponentId() + "-" + context.getThisTaskId();
        state = (KeyValueState<String, Long>) StateFactory.getState(namespace, conf, context);
        pending = new TreeSet<>();
        failed = new ArrayDeque<>();
        saved = state.get(SAVED, 0L);
        next = saved;
    }

    @Override
    public void nextTuple() {
        Long again = failed.poll();
        if (again != null) {
            emit(again);
        } else if (next < limit) {
            pending.add(next);
            emit(next++);
        }
    }

    private void emit(long offset) {
        collector.emit(new Values(word(offset), offset, saved), offset);
    }

    @Override
    public void ack(Object messageId) {
        pending.remove((Long) messageId);
        long done = pending.isEmpty() ? next : pending.first();
        if (done - saved >= SAVE_EVERY || done == limit) {
            state.put(SAVED, done);
            state.commit();
            saved = done;
            onSaved(done);
        }
    }

    /**
     * Called when everything below an offset has been acked and saved.
     *
     * @param offset the saved offset; the limit at the end
     */
    protected void onSaved(long offset) {}

    @Override
    public void fail(Object messageId) {
        failed.add((Long) messageId);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("word", "offset", "saved"));
    }
}
