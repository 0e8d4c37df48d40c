package io.eyewall.engine.core;

import io.eyewall.engine.acking.BranchTree;
import io.eyewall.engine.memory.SizeEstimate;

/**
 * A message that can be sent to another core: a tuple. A class, not an interface: the type check of
 * an array store is cheap for a superclass, but for an interface it writes to a cache in the class
 * itself, on a cache line that all cores share (JDK-8180450).
 */
public abstract class CrossCoreMessage {
    /**
     * Returns about how many bytes of heap the message occupies. On the sending core's thread.
     *
     * @param estimate the caller's own estimator of values
     */
    public abstract long estimatedBytes(SizeEstimate estimate);

    /**
     * Leaves a branch in which no other tuple is open: the tuple is counted by the branch's parent
     * instead, so that its completion need not come back through this core. On the sending core's
     * thread, while no other thread has the tuple.
     *
     * @return whether the tuple was in that branch; false, too, for an untracked tuple
     */
    public boolean leaveBranch(BranchTree branch) {
        return false;
    }

    /** Delivers the message. Called on the receiving core's thread. */
    public abstract void arrive();

    /**
     * Reads what {@link #arrive} will read first, which fetches its cache lines. Calls no user
     * code. On the receiving core's thread.
     *
     * @return a number that depends on everything read, so that the compiler can't eliminate the
     *     reads
     */
    public abstract int readAhead();
}
