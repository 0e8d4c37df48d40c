package io.eyewall.toolkit.sink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/**
 * What a medium that answers for each message by itself has taken of a batch that failed: the batch
 * is tried again, or in halves, and these need not be written once more. For one thread.
 */
public final class Taken {
    /** By identity, as what comes again is another tuple. */
    private final Set<Tuple> failed = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<Tuple> taken = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Whether a batch, or one of which it is a part, has failed last. */
    public boolean isAgain(List<Tuple> batch) {
        return failed.contains(batch.get(0));
    }

    /** Those of a batch, or of a part of one that failed, that are still to be written. */
    public List<Tuple> missing(List<Tuple> batch) {
        if (!isAgain(batch)) {
            failed.clear();
            taken.clear();
        }
        List<Tuple> missing = new ArrayList<>(batch);
        missing.removeAll(taken);
        return missing;
    }

    /** The medium has it. */
    public void add(Tuple tuple) {
        taken.add(tuple);
    }

    /** Not all of the batch were taken. */
    public void failed(List<Tuple> batch) {
        failed.addAll(batch);
    }
}
