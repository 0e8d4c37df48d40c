package io.eyewall.engine.delivery;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.storm.tuple.MessageId;

/**
 * The message id of a tuple, with a reference to the tuple. Storm acks by message id, so that a
 * copy such as {@code new TupleImpl(tuple)} stands for the tuple itself; here a copy has this id.
 * The serialized form is Storm's own id: a tuple that was read back is in no tree.
 */
@DefaultSerializer(TracedMessageId.Untraced.class)
final class TracedMessageId extends MessageId {
    private final EngineTuple tuple;

    TracedMessageId(Map<Long, Long> anchorsToIds, EngineTuple tuple) {
        super(anchorsToIds);
        this.tuple = tuple;
    }

    EngineTuple tuple() {
        return tuple;
    }

    /** Writes and reads Storm's own message id, without the tuple. */
    static final class Untraced extends Serializer<MessageId> {
        @Override
        public void write(Kryo kryo, Output output, MessageId id) {
            try {
                id.serialize(output);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public MessageId read(Kryo kryo, Input input, Class<? extends MessageId> type) {
            try {
                return MessageId.deserialize(input);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
