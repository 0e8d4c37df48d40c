package io.eyewall.engine.multilang;

import java.util.List;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.jspecify.annotations.Nullable;

/**
 * Tells the messages of a spout's present child from those of the dead, which may have had the same
 * ids: a message of a dead child is acked and failed to nobody, as on Storm after the worker's
 * restart. The ids of the first child are passed on as they are, those of later ones in an
 * envelope.
 */
final class MessageIds {
    private final int life;

    /** The id of a child that is not the first; what a task hook sees of it is its text. */
    private record Envelope(int life, Object id) {
        @Override
        public String toString() {
            return id.toString();
        }
    }

    /**
     * @param life how many children there were before
     */
    MessageIds(int life) {
        this.life = life;
    }

    /** The collector for the child. */
    SpoutOutputCollector wrap(SpoutOutputCollector collector) {
        return life == 0 ? collector : new SpoutOutputCollector(new Enveloping(collector));
    }

    private @Nullable Object envelope(@Nullable Object id) {
        return id == null ? null : new Envelope(life, id);
    }

    /** The id as the child knows it, or null if a child before it emitted the message. */
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
