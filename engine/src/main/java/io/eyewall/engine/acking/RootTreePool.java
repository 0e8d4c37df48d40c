package io.eyewall.engine.acking;

import java.util.Arrays;

/**
 * Makes the trees of one spout executor, and makes them again of those whose messages were acked.
 * So they come to lie side by side in memory, apart from the tuples that other cores read and
 * write: a core that counts in a line of which another has a copy waits for that copy to be given
 * up (decision 39). For the executor's core thread alone.
 */
public final class RootTreePool {
    /** Kept at most: more have been pending at once only where nothing limits them. */
    private static final int CAPACITY = 1 << 14;

    private final RootListener listener;
    private RootTree[] free = new RootTree[16];
    private int count;

    /**
     * @param listener told once of each message, when its tree completes
     */
    public RootTreePool(RootListener listener) {
        this.listener = listener;
    }

    /**
     * A tree for a message. hot path: EmitToExecuteBenchmark
     *
     * @param owner core of the spout executor: always the same
     * @param taskId the spout task
     * @param streamId the stream of the message's tuples
     * @param messageId the spout's own id of the message, not null
     * @param startNs when it was emitted, or 0 if its latency is not sampled
     * @param open tuples that the emit is about to deliver
     */
    public RootTree take(
            TreeOwner owner,
            int taskId,
            String streamId,
            Object messageId,
            long startNs,
            int open) {
        if (count == 0) {
            return new RootTree(owner, listener, taskId, streamId, messageId, startNs, open);
        }
        RootTree tree = free[--count];
        assert tree.owner() == owner : "of another core: " + tree;
        tree.begin(taskId, streamId, messageId, startNs, open);
        return tree;
    }

    /**
     * The spout has been told how the message ended: nobody asks for the tree any more if it was
     * acked, since all its tuples are finished then. Those of a message that failed may still be
     * under way; its tree is not used again. Neither is one that ended at another executor, from
     * which its task has come since.
     */
    public void giveBack(RootTree tree) {
        if (!tree.isAcked() || tree.listener() != listener) {
            return;
        }
        if (count == free.length) {
            if (count == CAPACITY) {
                return;
            }
            free = Arrays.copyOf(free, 2 * count);
        }
        tree.end();
        free[count++] = tree;
    }
}
