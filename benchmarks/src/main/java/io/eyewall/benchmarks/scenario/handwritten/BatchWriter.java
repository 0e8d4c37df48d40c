package io.eyewall.benchmarks.scenario.handwritten;

/**
 * The producer's end of a {@link BatchQueue}: stages items in an array of {@link
 * BatchQueue#BATCH_ITEMS} and enqueues them together. Created and used by one thread.
 *
 * <p>It writes a field per item, so it is padded on both sides: a collection may place it beside an
 * object of the consumer, and sharing a cache line would cost more than the queue.
 */
@SuppressWarnings("unused") // padding
final class BatchWriter<T> extends BatchStaging {
    private long q0;
    private long q1;
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;
    private long q7;
    private long q8;
    private long q9;
    private long q10;
    private long q11;
    private long q12;
    private long q13;
    private long q14;
    private long q15;

    BatchWriter(BatchQueue<T> queue) {
        super(queue);
    }

    /** Adds an item. Returns false, and adds nothing, if both the batch and the queue are full. */
    boolean offer(T item) {
        if (stagedItems == BatchQueue.BATCH_ITEMS && !flush()) {
            return false;
        }
        staged[stagedItems] = item;
        stagedItems++;
        return true;
    }

    /** Enqueues the staged items. Returns false if the queue is full. */
    boolean flush() {
        if (stagedItems == 0) {
            return true;
        }
        if (stagedItems < BatchQueue.BATCH_ITEMS) {
            staged[stagedItems] = null; // ends a batch that is not full
        }
        if (!queue.offer(staged)) {
            return false;
        }
        staged = queue.emptyBatch();
        stagedItems = 0;
        return true;
    }
}

@SuppressWarnings("unused") // padding
abstract class BatchStagingPadding {
    private int headerGap; // keeps a subclass's field out of the gap behind the object's header
    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
    private long p7;
    private long p8;
    private long p9;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;
    private long p15;
}

/** The fields between the paddings: superclass fields come first in the object. */
abstract class BatchStaging extends BatchStagingPadding {
    final BatchQueue<?> queue;
    Object[] staged;
    int stagedItems;

    BatchStaging(BatchQueue<?> queue) {
        this.queue = queue;
        staged = queue.emptyBatch();
    }
}
