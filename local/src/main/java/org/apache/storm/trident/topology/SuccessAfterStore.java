package org.apache.storm.trident.topology;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.storm.spout.ISpoutOutputCollector;

/**
 * Keeps a batch's success back until its coordinator goes on: to its next emit, or until {@link
 * #tellSuccess}. The coordinator emits it first and then stores the next transaction (Storm:
 * trident/topology/MasterBatchCoordinator.java {@code ack}).
 */
final class SuccessAfterStore implements ISpoutOutputCollector {
    private final ISpoutOutputCollector collector;
    private final Queue<List<Object>> successes = new ArrayDeque<>();

    SuccessAfterStore(ISpoutOutputCollector collector) {
        this.collector = collector;
    }

    /** Emits what is kept back. */
    void tellSuccess() {
        for (List<Object> success = successes.poll(); success != null; success = successes.poll()) {
            collector.emit(MasterBatchCoordinator.SUCCESS_STREAM_ID, success, null);
        }
    }

    /** Returns no tasks for a success; its coordinator does not look at them. */
    @Override
    public List<Integer> emit(String streamId, List<Object> tuple, Object messageId) {
        if (streamId.equals(MasterBatchCoordinator.SUCCESS_STREAM_ID)) {
            successes.add(tuple);
            return List.of();
        }
        tellSuccess();
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
