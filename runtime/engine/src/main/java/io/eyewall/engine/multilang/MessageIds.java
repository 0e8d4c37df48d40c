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
    private final int life;

    /** The id of a message of a later child. Task hooks see the text of the original id. */
    private record Envelope(int life, Object id) {
        @Override
        public String toString() {
            return id.toString();
        }
    }

    /**
     * Creates the ids of one child.
     *
     * @param life number of children before this one
     */
    MessageIds(int life) {
        this.life = life;
    }

    /** Returns the collector for the child. */
    SpoutOutputCollector wrap(SpoutOutputCollector collector) {
        return life == 0 ? collector : new SpoutOutputCollector(new Enveloping(collector));
    }

    private @Nullable Object envelope(@Nullable Object id) {
        return id == null ? null : new Envelope(life, id);
    }

    /** Returns the id as the child knows it, or null if an earlier child emitted the message. */
    @Nullable Object open(Object messageId) {
        if (messageId instanceof Envelope envelope) {
            return envelope.life == life ? envelope.id : null;
        }
        return life == 0 ? messageId : null;
    }

    private final class Enveloping implements ISpoutOutputCollector {
        private final SpoutOutputCollector collector;

        Enveloping(SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public List<Integer> emit(String streamId, List<Object> tuple, Object messageId) {
            return collector.emit(streamId, tuple, envelope(messageId));
        }

        @Override
        public void emitDirect(int taskId, String streamId, List<Object> tuple, Object messageId) {
            collector.emitDirect(taskId, streamId, tuple, envelope(messageId));
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
