package io.eyewall.engine.multilang;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * The collector of one child process; keeps the tuples that the child has neither acked nor failed.
 * Any thread may call.
 */
final class UnfinishedTuples implements IOutputCollector {
    private final IOutputCollector collector;
    private final Set<Tuple> unfinished = ConcurrentHashMap.newKeySet();

    UnfinishedTuples(IOutputCollector collector) {
        this.collector = collector;
    }

    /** Adds a tuple that is about to be sent to the child. */
    void add(Tuple tuple) {
        unfinished.add(tuple);
    }

    /** Removes a tuple that was not sent to the child. Returns whether it was unfinished. */
    boolean removeIfUnfinished(Tuple tuple) {
        return unfinished.remove(tuple);
    }

    /** Fails all unfinished tuples of the dead child. */
    void failAll() {
        for (Tuple tuple : unfinished) {
            fail(tuple);
        }
    }

    @Override
    public void ack(Tuple input) {
        if (unfinished.remove(input)) {
            collector.ack(input);
        }
    }

    @Override
    public void fail(Tuple input) {
        if (unfinished.remove(input)) {
            collector.fail(input);
        }
    }

    @Override
    public List<Integer> emit(String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        return collector.emit(streamId, anchors, tuple);
    }

    @Override
    public void emitDirect(
            int taskId, String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        collector.emitDirect(taskId, streamId, anchors, tuple);
    }

    @Override
    public void resetTimeout(Tuple input) {
        collector.resetTimeout(input);
    }

    @Override
    public void flush() {
        collector.flush();
    }

    @Override
    public void reportError(Throwable error) {
        collector.reportError(error);
    }
}
