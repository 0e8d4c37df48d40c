package io.eyewall.engine.executor;

import io.eyewall.engine.mailbox.Ring;

/**
 * User code that is to be called before the next tuple or message: metrics, credentials, timers of
 * a test driver. Owner thread of the executor's core only.
 */
final class PendingCallbacks {
    private final Ring<Callback> waiting = new Ring<>();

    private record Callback(Runnable userCode, Runnable then) {}

    /**
     * Adds a call at the end.
     *
     * @param userCode guards itself against exceptions
     * @param then action that follows on the core
     */
    void add(Runnable userCode, Runnable then) {
        waiting.add(new Callback(userCode, then));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Makes the first call; there must be one. Returns as {@link Host#call} does. */
    int runNext(Host host) {
        Callback callback = waiting.removeFirst();
        return host.call(callback.userCode(), callback.then());
    }
}
