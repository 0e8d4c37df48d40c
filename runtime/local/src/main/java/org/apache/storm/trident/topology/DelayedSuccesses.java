package org.apache.storm.trident.topology;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.storm.spout.ISpoutOutputCollector;

/**
 * A collector that delays a batch's success until the coordinator's next emit, or until {@link
 * #emitSuccesses}: the coordinator emits the success before it stores the next transaction (Storm:
 * trident/topology/MasterBatchCoordinator.java {@code ack}). Used by the thread that runs the
 * coordinator.
 */
final class DelayedSuccesses implements ISpoutOutputCollector {
    private final ISpoutOutputCollector collector;
    private final Queue<List<Object>> successes = new ArrayDeque<>();

    DelayedSuccesses(ISpoutOutputCollector collector) {
        this.collector = collector;
    }

    /** Emits the delayed successes. */
    void emitSuccesses() {
        for (List<Object> success = successes.poll(); success != null; success = successes.poll()) {
            collector.emit(MasterBatchCoordinator.SUCCESS_STREAM_ID, success, null);
        }
    }

    /**
     * Emits a tuple, or delays a success. For a success, returns no tasks: the coordinator ignores
     * the result.
     */
    @Override
    public List<Integer> emit(String streamId, List<Object> tuple, Object messageId) {
        if (streamId.equals(MasterBatchCoordinator.SUCCESS_STREAM_ID)) {
            successes.add(tuple);
            return List.of();
        }
        emitSuccesses();
        return collector.emit(streamId, tuple, messageId);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> tuple, Object messageId) {
        collector.emitDirect(taskId, streamId, tuple, messageId);
    }

    @Override
    public long getPendingCount() {
        return collector.getPendingCount();
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
