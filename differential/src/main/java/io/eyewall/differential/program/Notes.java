package io.eyewall.differential.program;

import io.eyewall.differential.stage.Probe;
import org.apache.storm.streams.operations.Consumer;

/**
 * Notes what a stream carries. The operations of the streams API get no configuration, so it keeps
 * the name of the run.
 */
record Notes<T>(String run, String series) implements Consumer<T> {
    /** Of pairs and typed tuples the text. */
    @Override
    public void accept(T value) {
        boolean plain = value instanceof String || value instanceof Number;
        Probe.of(run).note(series, plain ? value : String.valueOf(value));
    }
}
