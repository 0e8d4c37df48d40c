package io.eyewall.toolkit.sink;

import io.eyewall.toolkit.snapshot.SnapshotId;
import java.util.List;
import org.apache.storm.tuple.Tuple;

/**
 * A writer whose medium can write the tuples of a snapshot exactly once: in one transaction, with
 * the snapshot's number. The bolt holds tuples back until the snapshot that contains them is whole,
 * and saves them in it; so a process that dies before the commit is followed by one that commits.
 */
public interface TransactionalWriter extends SinkWriter {
    /**
     * Writes the tuples of a snapshot and its number in one transaction; writes nothing if the
     * medium has that number already.
     *
     * @param snapshot the snapshot
     * @param tuples all tuples of this task since the snapshot before
     * @return the number of tuples written: all or none
     * @throws io.eyewall.toolkit.failure.ConnectorException if the medium has a later snapshot, or
     *     one of another series
     * @throws Exception if the write may succeed later, as for {@link #write}
     */
    int writeSnapshot(SnapshotId snapshot, List<Tuple> tuples) throws Exception;
}
