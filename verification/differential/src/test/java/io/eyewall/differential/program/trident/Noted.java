package io.eyewall.differential.program.trident;

import io.eyewall.differential.stage.Probe;
import java.util.Map;
import org.apache.storm.trident.operation.Operation;
import org.apache.storm.trident.operation.TridentOperationContext;

/** An operation with access to its run's probe. */
abstract class Noted implements Operation {
    private static final long serialVersionUID = 1;

    private transient Probe probe;

    final Probe probe() {
        return probe;
    }

    /** Notifies a subclass that the operation was prepared. */
    void prepared(int partition, int partitions) {}

    @Override
    public final void prepare(Map<String, Object> conf, TridentOperationContext context) {
        probe = Probe.of(conf);
        prepared(context.getPartitionIndex(), context.numPartitions());
    }

    @Override
    public void cleanup() {}
}
