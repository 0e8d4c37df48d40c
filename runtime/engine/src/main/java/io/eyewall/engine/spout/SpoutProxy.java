package io.eyewall.engine.spout;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.executor.ExecutorProxy;

/** The handle through which threads other than the core's owner reach a spout executor. */
public final class SpoutProxy extends ExecutorProxy {
    private final SpoutExecutor spout;

    SpoutProxy(SpoutExecutor spout) {
        super(spout);
        this.spout = spout;
    }

    /** Allows or forbids the spouts to emit. */
    public void setActive(boolean active) {
        submit(() -> spout.setActive(active));
    }

    /** Ends the back-off and the sleeps of spouts, so that nextTuple is called again now. */
    public void callNow() {
        submit(spout::callNow);
    }

    /** Fails a message one of whose tuples was failed. */
    void failMessage(RootTree tree) {
        submit(() -> tree.complete(RootTree.Outcome.FAILED));
    }

    /** Restarts the timeout of a message. */
    void restartTimeout(RootTree tree) {
        long message = tree.id();
        submit(
                () -> {
                    if (tree.id() == message) { // otherwise the tree has been reused
                        spout.messages().restartTimeout(tree);
                    }
                });
    }

    /** Tracks a message that was emitted in a call in which the thread lost the core. */
    void track(RootTree tree) {
        submit(() -> spout.messages().track(tree));
    }
}
