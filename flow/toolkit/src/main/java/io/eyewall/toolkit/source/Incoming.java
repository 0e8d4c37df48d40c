package io.eyewall.toolkit.source;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.progress.Position;
import java.util.List;

/** A message as it was read from its medium, not yet decoded. Used by the spout's thread only. */
public interface Incoming {
    /**
     * Returns the position of the message in its source. No other message of this task has the same
     * position while this one is in flight.
     */
    Position position();

    /**
     * Returns the values to emit.
     *
     * @throws BadRecordException if the message cannot be decoded
     */
    List<Object> values() throws BadRecordException;

    /** Returns the text that stands for the message among the dead letters. */
    String text();
}
