package io.eyewall.examples.email;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Serializes emails between the workers of a Storm cluster: a length and Avro bytes. */
public final class EmailSerializer extends Serializer<Email> {
    private final EmailCodec codec = new EmailCodec();

    /** Called by Storm. */
    public EmailSerializer() {
        super(false, true); // does not accept null; emails are immutable
    }

    @Override
    public void write(Kryo kryo, Output output, Email email) {
        byte[] bytes = codec.encode(email);
        output.writeInt(bytes.length, true);
        output.writeBytes(bytes);
    }

    @Override
    public Email read(Kryo kryo, Input input, Class<? extends Email> type) {
        return codec.decode(input.readBytes(input.readInt(true)));
    }
}
