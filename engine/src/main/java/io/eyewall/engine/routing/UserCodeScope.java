package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The way from an emit into user code, a grouping or the hash code of a key, and back: so that the
 * watcher may take the core away from it as from any other. To the watcher it is a part of the call
 * that emits.
 *
 * @param emitter the task that emits
 */
record UserCodeScope(Endpoint emitter) {
    /**
     * The thread goes into user code.
     *
     * @return what {@link #leave} is to be given: its claim, or null if it drives no core here
     */
    @Nullable CoreOwner enter() {
        CoreOwner own = emitter.core().driverIfAny();
        if (own == null || !own.isCaller()) {
            return null;
        }
        own.toUser(emitter.tasklet().number());
        return own;
    }

    /**
     * The thread is back. Not called where user code throws: whoever emits sees the exception and
     * is in user code.
     *
     * @return whether the thread still has the core if it had it before; if not, the emit must go
     *     the way of a foreign thread's
     */
    boolean leave(@Nullable CoreOwner own) {
        Core core = emitter.core();
        return own == null || own.toEngine(core);
    }
}
