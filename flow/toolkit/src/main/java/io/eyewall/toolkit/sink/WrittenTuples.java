package io.eyewall.toolkit.sink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/**
 * Remembers which tuples of a failed batch the medium has accepted, for media that confirm each
 * message individually. When the batch is tried again, as a whole or in halves, the accepted tuples
 * need not be written once more. Used by one thread.
 */
public final class WrittenTuples {
    /**
     * The tuples of the last batch that may be tried again. Compared by identity, because a replay
     * is another tuple object.
     */
    private final Set<Tuple> tried = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<Tuple> accepted = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Returns whether a batch is the last failed batch, or a part of it. */
    public boolean isRetry(List<Tuple> batch) {
        return tried.contains(batch.get(0));
    }

    /**
     * Returns the tuples of a batch, or of a part of a failed batch, that are still to be written.
     * Forgets the last batch if this is another one.
     */
    public List<Tuple> unwritten(List<Tuple> batch) {
        if (!isRetry(batch)) {
            tried.clear();
            accepted.clear();
        }
        List<Tuple> unwritten = new ArrayList<>(batch);
        unwritten.removeAll(accepted);
        return unwritten;
    }

    /** Records that the medium has accepted the tuple. */
    public void addWritten(Tuple tuple) {
        accepted.add(tuple);
    }

    /**
     * Records that the batch may be tried again, as a whole or in parts. To be called for each
     * batch that has failed. It has no effect for a batch that was written, as no retry follows.
     */
    public void expectRetry(List<Tuple> batch) {
        tried.addAll(batch);
    }
}
