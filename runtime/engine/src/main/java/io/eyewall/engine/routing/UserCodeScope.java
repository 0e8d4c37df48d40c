package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The scope in which an emit calls user code, which is a grouping or the hash code of a key: there
 * the watcher may take the core away as in any other user code. To the watcher the scope is a part
 * of the call that emits.
 *
 * @param emitter the task that emits
 */
record UserCodeScope(Endpoint emitter) {
    /**
     * Enters user code.
     *
     * @return the core's owner, to be passed to {@link #leave}, if that is the calling thread;
     *     otherwise null
     */
    @Nullable CoreOwner enter() {
        CoreOwner owner = emitter.core().ownerIfAny();
        if (owner == null || !owner.isCaller()) {
            return null;
        }
        owner.toUser(emitter.tasklet().number());
        return owner;
    }

    /**
     * Leaves user code. Not called if user code throws: the exception reaches the code that emits,
     * which is itself user code.
     *
     * @return whether the thread still owns the core if it owned it before; if not, the emit must
     *     continue as a foreign thread's
     */
    boolean leave(@Nullable CoreOwner owner) {
        Core core = emitter.core();
        return owner == null || owner.toEngine(core);
    }
}
