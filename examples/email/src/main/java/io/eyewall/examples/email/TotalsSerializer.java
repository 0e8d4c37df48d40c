package io.eyewall.examples.email;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Serializes totals between the workers of a Storm cluster: four numbers. */
public final class TotalsSerializer extends Serializer<Totals> {
    /** Called by Storm. */
    public TotalsSerializer() {
        super(false, true);
    }

    @Override
    public void write(Kryo kryo, Output output, Totals totals) {
        output.writeLong(totals.emails(), true);
        output.writeLong(totals.characters(), true);
        output.writeLong(totals.words(), true);
        output.writeLong(totals.paragraphs(), true);
    }

    @Override
    public Totals read(Kryo kryo, Input input, Class<? extends Totals> type) {
        return new Totals(
                input.readLong(true),
                input.readLong(true),
                input.readLong(true),
                input.readLong(true));
    }
}
