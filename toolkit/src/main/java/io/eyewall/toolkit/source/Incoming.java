package io.eyewall.toolkit.source;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.progress.Position;
import java.util.List;

/** A message as it was read, not yet decoded. */
public interface Incoming {
    /** Where it stands; no other message of this task has the same while it is in flight. */
    Position position();

    /**
     * Its values.
     *
     * @throws BadRecordException if it is none of what was expected
     */
    List<Object> values() throws BadRecordException;

    /** What a person sees of it among the dead letters. */
    String text();
}
