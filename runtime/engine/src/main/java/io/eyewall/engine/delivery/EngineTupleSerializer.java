package io.eyewall.engine.delivery;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;

/**
 * Serializes tuples as Storm's own {@link TupleImpl}: bolts keep tuples in their state, for
 * instance in persistent windows, and Storm's states can write only TupleImpl (Storm:
 * state/DefaultStateSerializer.java). Deserializing yields a {@link TupleImpl}, which is in no
 * tree.
 */
public final class EngineTupleSerializer extends Serializer<Tuple> {
    @Override
    public void write(Kryo kryo, Output output, Tuple tuple) {
        TupleImpl stormTuple =
                new TupleImpl(
                        tuple.getContext(),
                        tuple.getValues(),
                        tuple.getSourceComponent(),
                        tuple.getSourceTask(),
                        tuple.getSourceStreamId(),
                        tuple.getMessageId());
        kryo.writeObject(output, stormTuple);
    }

    @Override
    public Tuple read(Kryo kryo, Input input, Class<? extends Tuple> type) {
        TupleImpl stormTuple = kryo.readObject(input, TupleImpl.class);
        kryo.reference(stormTuple);
        return stormTuple;
    }
}
