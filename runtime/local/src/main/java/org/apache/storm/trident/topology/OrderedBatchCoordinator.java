package org.apache.storm.trident.topology;

import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.spout.ITridentSpout;

/**
 * Storm's coordinator of batches, restricted to the orders on which exactly-once processing depends
 * (decision 40). It is in Storm's package, because it reads the coordinator's package-private
 * fields. Submission replaces Storm's coordinator by this one ({@code TridentCoordinators}). Its
 * executor calls it like any spout.
 *
 * <ul>
 *   <li>A batch begins only when the batch before it has begun or is complete. Storm checks for
 *       each transaction separately whether it may begin, by the interval and by the spouts' {@code
 *       isReady}. If the answer changes to yes between two checks, the later transaction is emitted
 *       first, and partitioned spouts read both batches from the same position.
 *   <li>The next transaction is stored before spouts receive a batch's success, after which they
 *       delete the data that a replay of that batch would need.
 *   <li>A failure of an attempt that was already abandoned changes nothing. Storm would drop the
 *       transaction's current attempt, and emit only that transaction again, although later
 *       transactions, which begin at its end, are in progress.
 * </ul>
 */
public final class OrderedBatchCoordinator extends MasterBatchCoordinator {
    private static final long serialVersionUID = 1;

    private transient DelayedSuccesses delayedSuccesses;

    /**
     * @param coordinator the coordinator to replace; not opened yet
     */
    public OrderedBatchCoordinator(MasterBatchCoordinator coordinator) {
        super(coordinator.managedSpoutIds, coordinator.spouts);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        delayedSuccesses = new DelayedSuccesses(collector);
        super.open(conf, context, new SpoutOutputCollector(delayedSuccesses));
        coordinators.replaceAll(OrderedStart::new);
    }

    /** Stores the next transaction if the ack completes a commit, then emits the success. */
    @Override
    public void ack(Object msgId) {
        super.ack(msgId);
        delayedSuccesses.emitSuccesses();
    }

    @Override
    public void fail(Object msgId) {
        TransactionAttempt attempt = (TransactionAttempt) msgId;
        Integer current = attemptIds.get(attempt.getTransactionId());
        if (current != null && current == attempt.getAttemptId()) {
            super.fail(msgId);
        }
    }

    /**
     * Lets a batch begin only when the batch before it has begun or is complete. Called when the
     * interval between batches has passed, before a batch is emitted.
     */
    @SuppressWarnings("rawtypes") // Storm's list of coordinators has the raw type
    private final class OrderedStart implements ITridentSpout.BatchCoordinator<Object> {
        private final ITridentSpout.BatchCoordinator<?> spouts;

        OrderedStart(ITridentSpout.BatchCoordinator spouts) {
            this.spouts = spouts;
        }

        @Override
        public boolean isReady(long txid) {
            return (txid == currTransaction || activeTx.containsKey(txid - 1))
                    && spouts.isReady(txid);
        }

        @Override
        public Object initializeTransaction(long txid, Object previous, Object current) {
            throw new IllegalStateException(
                    "only the spout's own coordinator initializes transactions");
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
