package io.eyewall.toolkit.sink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/**
 * Remembers which tuples of a failed batch the medium has accepted, for media that answer each
 * message individually. When the batch is tried again, whole or in halves, the accepted tuples need
 * not be written once more. Used by one thread.
 */
public final class WrittenTuples {
    /** Compared by identity, because a replay is another tuple object. */
    private final Set<Tuple> failed = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<Tuple> accepted = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Returns whether the last failed batch contains this one. */
    public boolean isAgain(List<Tuple> batch) {
        return failed.contains(batch.get(0));
    }

    /**
     * Returns the tuples of a batch, or of a part of a failed batch, that are still to be written.
     */
    public List<Tuple> missing(List<Tuple> batch) {
        if (!isAgain(batch)) {
            failed.clear();
            accepted.clear();
        }
        List<Tuple> missing = new ArrayList<>(batch);
        missing.removeAll(accepted);
        return missing;
    }

    /** Records that the medium has accepted the tuple. */
    public void add(Tuple tuple) {
        accepted.add(tuple);
    }

    /** Records that the medium has not accepted all of the batch. */
    public void failed(List<Tuple> batch) {
        failed.addAll(batch);
    }
}
