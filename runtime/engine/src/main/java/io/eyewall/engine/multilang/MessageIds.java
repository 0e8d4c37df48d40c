package io.eyewall.engine.multilang;

import java.util.List;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes the messages of a spout's current child from those of dead children, which may have
 * had the same ids. Completions of a dead child's messages are dropped, as on Storm after a
 * worker's restart. The first child's ids are passed on unchanged; those of later children are
 * wrapped in an envelope.
 */
final class MessageIds {
    private final int childIndex;

    /** The id of a message of a later child. Task hooks see the text of the original id. */
    private record Envelope(int childIndex, Object id) {
        @Override
        public String toString() {
            return id.toString();
        }
    }

    /**
     * Creates the ids of one child.
     *
     * @param childIndex number of children before this one
     */
    MessageIds(int childIndex) {
        this.childIndex = childIndex;
    }

    /** Returns the collector for the child. */
    SpoutOutputCollector wrapCollector(SpoutOutputCollector collector) {
        return childIndex == 0
                ? collector
                : new SpoutOutputCollector(new WrappingCollector(collector));
    }

    private @Nullable Object wrapId(@Nullable Object id) {
        return id == null ? null : new Envelope(childIndex, id);
    }

    /** Returns the id as the child knows it, or null if an earlier child emitted the message. */
    @Nullable Object unwrap(Object messageId) {
        if (messageId instanceof Envelope envelope) {
            return envelope.childIndex == childIndex ? envelope.id : null;
        }
        return childIndex == 0 ? messageId : null;
    }

    private final class WrappingCollector implements ISpoutOutputCollector {
        private final SpoutOutputCollector collector;

        WrappingCollector(SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public List<Integer> emit(String streamId, List<Object> tuple, Object messageId) {
            return collector.emit(streamId, tuple, wrapId(messageId));
        }

        @Override
        public void emitDirect(int taskId, String streamId, List<Object> tuple, Object messageId) {
            collector.emitDirect(taskId, streamId, tuple, wrapId(messageId));
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
}
