package io.eyewall.differential.program.streams;

import io.eyewall.differential.stage.Probe;
import org.apache.storm.streams.operations.Consumer;

/**
 * Notes the values of a stream. It stores the name of the run, because operations of the streams
 * API do not receive the configuration.
 */
record Notes<T>(String run, String series) implements Consumer<T> {
    /** Notes pairs and typed tuples as text. */
    @Override
    public void accept(T value) {
        boolean plain = value instanceof String || value instanceof Number;
        Probe.of(run).note(series, plain ? value : String.valueOf(value));
    }
}
