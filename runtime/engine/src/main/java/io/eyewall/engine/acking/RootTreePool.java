package io.eyewall.engine.acking;

import io.eyewall.engine.memory.HotPath;
import java.util.Arrays;

/**
 * Creates the trees of one spout executor, and reuses those whose messages were acked. So the trees
 * lie side by side in memory, apart from the tuples that other cores read and write: a core that
 * counts in a cache line of which another core has a copy waits until that copy is given up
 * (decision 39). For the owner thread of the executor's core only.
 */
public final class RootTreePool {
    /**
     * Maximum number of free trees kept. A spout has more messages pending at once only if {@code
     * topology.max.spout.pending} does not limit them.
     */
    private static final int MAX_FREE = 1 << 14;

    private final RootListener listener;
    private RootTree[] free = new RootTree[16];
    private int freeCount;

    /**
     * @param listener notified once per message, when its tree completes
     */
    public RootTreePool(RootListener listener) {
        this.listener = listener;
    }

    /**
     * Returns a tree for a message.
     *
     * @param owner core of the spout executor: always the same
     * @param taskId the spout task
     * @param streamId the stream of the message's tuples
     * @param messageId the spout's own id of the message, not null
     * @param startNs when the message was emitted, by the engine's clock; 0 if its latency is not
     *     sampled
     * @param openTuples number of tuples that the emit is about to deliver
     */
    @HotPath
    public RootTree take(
            TreeOwner owner,
            int taskId,
            String streamId,
            Object messageId,
            long startNs,
            int openTuples) {
        if (freeCount == 0) {
            return new RootTree(owner, listener, taskId, streamId, messageId, startNs, openTuples);
        }
        RootTree tree = free[--freeCount];
        assert tree.owner() == owner : "tree belongs to another core: " + tree;
        tree.begin(taskId, streamId, messageId, startNs, openTuples);
        return tree;
    }

    /**
     * Returns a tree to the pool after the spout has been notified of the completion. Only the tree
     * of an acked message is reused: all its tuples are finished, so that nothing refers to it any
     * more. Tuples of a failed message may still be in flight. A tree that completed at another
     * executor, from which its task has moved here since, is not reused either.
     */
    public void giveBack(RootTree tree) {
        if (!tree.isAcked() || tree.listener() != listener) {
            return;
        }
        if (freeCount == free.length) {
            if (freeCount == MAX_FREE) {
                return;
            }
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        tree.clear();
        free[freeCount++] = tree;
    }
}
