package org.apache.storm.trident.topology;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.spout.ITridentSpout;

/**
 * Storm's coordinator of batches, kept to the orders on which exactly once rests (decision 40). In
 * Storm's package, as it asks what the coordinator knows; what submits topologies puts it in the
 * coordinator's place. Runs on its spout's executor like any spout.
 *
 * <ul>
 *   <li>A batch begins only when the one before it is under way or done. Storm asks anew for each
 *       transaction whether it may begin one yet, by the interval and by the spouts' {@code
 *       isReady}; if that becomes true between two of them, the later one is emitted first, and
 *       partitioned spouts read both from the same position.
 *   <li>The next transaction is stored before anyone hears of a batch's success, on which spouts
 *       delete what that batch would need if it came again.
 *   <li>A failure of an attempt that was given up already changes nothing. Storm forgets the
 *       transaction's present attempt by it, and emits that alone anew although those after it,
 *       read from where it ended, are under way.
 * </ul>
 */
public final class OrderedBatchCoordinator extends MasterBatchCoordinator {
    private static final long serialVersionUID = 1;

    private transient SuccessAfterStore emitting;

    /**
     * @param storms what it does the work of; not opened
     */
    public OrderedBatchCoordinator(MasterBatchCoordinator storms) {
        super(storms.managedSpoutIds, storms.spouts);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        emitting = new SuccessAfterStore(collector);
        super.open(conf, context, new SpoutOutputCollector(emitting));
        coordinators.replaceAll(InOrder::new);
    }

    /** Stores the next transaction, if it is the ack of a commit. */
    @Override
    public void ack(Object msgId) {
        super.ack(msgId);
        emitting.tellSuccess();
    }

    @Override
    public void fail(Object msgId) {
        TransactionAttempt attempt = (TransactionAttempt) msgId;
        Integer present = attemptIds.get(attempt.getTransactionId());
        if (present != null && present == attempt.getAttemptId()) {
            super.fail(msgId);
        }
    }

    /** Asked after the interval, before a batch is emitted. */
    @SuppressWarnings("rawtypes") // as Storm declares its list of them
    private final class InOrder implements ITridentSpout.BatchCoordinator<Object> {
        private final ITridentSpout.BatchCoordinator<?> spouts;

        InOrder(ITridentSpout.BatchCoordinator spouts) {
            this.spouts = spouts;
        }

        @Override
        public boolean isReady(long txid) {
            return (txid == currTransaction || activeTx.containsKey(txid - 1))
                    && spouts.isReady(txid);
        }

        @Override
        public Object initializeTransaction(long txid, Object previous, Object current) {
            throw new IllegalStateException("only the spout's own coordinator is asked this");
        }

        @Override
        public void success(long txid) {
            spouts.success(txid);
        }

        @Override
        public void close() {
            spouts.close();
        }
    }
}
