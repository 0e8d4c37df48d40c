package io.eyewall.engine.core;

import io.eyewall.engine.acking.BranchTree;
import io.eyewall.engine.memory.SizeEstimate;

/**
 * What can be sent to another core: a tuple. A class, not an interface: the check of an array
 * element's type is cheap for a superclass, but for an interface it writes to a cache in the class
 * itself, a line that all cores share (JDK-8180450).
 */
public abstract class CrossCoreMessage {
    /**
     * About how many bytes of heap it keeps. On the sending core's thread.
     *
     * @param by of the place where it is asked
     */
    public abstract long estimatedBytes(SizeEstimate by);

    /**
     * Leaves a branch in which no other tuple is open: it is counted by the branch's parent
     * instead, so that its end need not come back by this core. On the sending core's thread, while
     * nobody else has it.
     *
     * @return whether it was in that branch; what is in no tree is not
     */
    public boolean leave(BranchTree branch) {
        return false;
    }

    /** Called on the receiving core's thread. */
    public abstract void arrive();

    /**
     * Reads what {@link #arrive} will read first. Calls no user code. On the receiving core's
     * thread.
     *
     * @return a number that depends on all that was read, so that the compiler leaves nothing out
     */
    public abstract int readAhead();
}
