package io.eyewall.toolkit.state;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.topology.IBasicBolt;
import org.apache.storm.topology.IStatefulBolt;

/**
 * Bolts of Storm's API for topologies that take snapshots. Such a bolt passes markers on; in a
 * topology that is built by hand it must follow the markers of all components before it ({@link
 * io.eyewall.toolkit.punctuation.Punctuation#follow}).
 */
public final class SnapshotBolts {
    private SnapshotBolts() {}

    /**
     * Returns a bolt that passes its tuples to a basic bolt. What the basic bolt keeps in its
     * fields is not saved.
     */
    public static PunctuatedBolt of(IBasicBolt bolt) {
        return new BasicSnapshotBolt(bolt);
    }

    /**
     * Returns a bolt that passes its tuples to a stateful bolt and saves its state with each
     * snapshot. A stateful bolt may put what it keeps in its fields into its state in {@code
     * prePrepare}. {@code initState} is called at the start, and after a failure behind {@code
     * preRollback}, with the state of the last snapshot. Without snapshots the state is in memory
     * only.
     */
    public static <K, V> PunctuatedBolt of(IStatefulBolt<? super KeyValueState<K, V>> bolt) {
        return new StatefulSnapshotBolt<>(bolt);
    }
}
