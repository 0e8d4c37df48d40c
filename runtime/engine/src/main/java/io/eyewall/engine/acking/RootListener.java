package io.eyewall.engine.acking;

/**
 * Listener of tuple trees: a spout executor. {@link #onComplete} is called on its own core's owner
 * thread; it must not call the spout's {@code ack} or {@code fail} directly, because a tree can
 * complete inside the very emit that created it.
 */
public interface RootListener {
    /** Called when the tree has its outcome. */
    void onComplete(RootTree tree);

    /**
     * Called on any thread when a tuple of the tree was failed; completes the message later, on its
     * own core.
     */
    void failLater(RootTree tree);

    /**
     * Called on any thread when a bolt asked for more time for the tree; restarts the timeout
     * later, on the message's own core.
     */
    void resetTimeoutLater(RootTree tree);
}
