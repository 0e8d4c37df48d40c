package io.eyewall.differential.program.tuple;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Serializes {@link TuplePrograms.Plain}; named by class in the topology's configuration. */
public final class PlainSerializer extends Serializer<TuplePrograms.Plain> {
    @Override
    public void write(Kryo kryo, Output output, TuplePrograms.Plain plain) {
        output.writeInt(plain.number);
    }

    @Override
    public TuplePrograms.Plain read(
            Kryo kryo, Input input, Class<? extends TuplePrograms.Plain> type) {
        return new TuplePrograms.Plain(input.readInt());
    }
}
