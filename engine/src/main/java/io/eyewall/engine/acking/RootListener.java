package io.eyewall.engine.acking;

/**
 * Told when a tuple tree completes: a spout executor, on its own core's thread. The spout's {@code
 * ack} or {@code fail} must not be called from here: a tree can complete inside the emit that made
 * it.
 */
public interface RootListener {
    /** The tree has its outcome now. */
    void onComplete(RootTree tree);

    /** A tuple of the tree was failed, on whatever thread; ends the message on its own core. */
    void failLater(RootTree tree);

    /** A bolt asked for more time for the tree, on whatever thread. */
    void resetTimeoutLater(RootTree tree);
}
