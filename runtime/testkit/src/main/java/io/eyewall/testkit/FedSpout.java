package io.eyewall.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a spout and emits the tuples that a test feeds, one message per {@code nextTuple}. Each
 * task has its own instance; all calls come on the driver's thread.
 */
final class FedSpout implements ISpout {
    private static final long serialVersionUID = 1L;

    /**
     * A tuple to emit.
     *
     * @param stream the stream to emit on
     * @param directTask target task of a direct emit, or -1
     * @param messageId message id, or null for a tuple that is not tracked
     * @param values values of the tuple
     */
    record FedTuple(
            String stream, int directTask, @Nullable Object messageId, List<Object> values) {}

    private transient Deque<FedTuple> waitingTuples = new ArrayDeque<>();
    private transient @Nullable SpoutOutputCollector collector;

    void feed(FedTuple tuple) {
        waitingTuples.add(tuple);
    }

    int waitingCount() {
        return waitingTuples.size();
    }

    /** Creates the transient queue, which deserialization leaves null. */
    private Object readResolve() {
        return new FedSpout();
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        this.collector = output;
    }

    @Override
    public void nextTuple() {
        FedTuple tuple = waitingTuples.poll();
        if (tuple == null || collector == null) {
            return;
        }
        if (tuple.directTask() < 0) {
            collector.emit(tuple.stream(), tuple.values(), tuple.messageId());
        } else {
            collector.emitDirect(
                    tuple.directTask(), tuple.stream(), tuple.values(), tuple.messageId());
        }
    }

    /** Does nothing: the driver records acks through a task hook. */
    @Override
    public void ack(Object messageId) {}

    /** Does nothing, as {@link #ack}. Replaying is up to the test. */
    @Override
    public void fail(Object messageId) {}

    @Override
    public void activate() {}

    @Override
    public void deactivate() {}

    @Override
    public void close() {}
}
