package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;

/** A spout executor as threads other than its core's see it. */
public final class SpoutProxy extends ExecutorProxy {
    private final SpoutExecutor spout;

    SpoutProxy(SpoutExecutor spout) {
        super(spout);
        this.spout = spout;
    }

    /** Lets the spouts emit, or not. */
    public void setActive(boolean active) {
        submit(() -> spout.onActive(active));
    }

    /** Asks the spouts once more now if they are left alone because they had nothing. */
    public void askAgain() {
        submit(spout::resume);
    }

    /** A tuple of a message was failed. */
    void failMessage(RootTree tree) {
        submit(() -> tree.complete(RootTree.Outcome.FAILED));
    }

    /** A message gets its full time again. */
    void extendMessage(RootTree tree) {
        long message = tree.id();
        submit(
                () -> {
                    if (tree.id() == message) { // else the tree is another message's by now
                        spout.messages().extend(tree);
                    }
                });
    }

    /** A message was emitted in a call in which the thread lost the core. */
    void track(RootTree tree) {
        submit(() -> spout.messages().track(tree));
    }
}
