package io.eyewall.engine.executor;

import io.eyewall.engine.mailbox.Ring;

/**
 * User code that is to be called before the next tuple or message: metrics, credentials, timers of
 * a test driver. Owner thread of the executor's core only.
 */
final class PendingCallbacks {
    private final Ring<Chore> waiting = new Ring<>();

    private record Chore(Runnable userCode, Runnable then) {}

    /**
     * @param userCode guards itself against exceptions
     * @param then action that follows on the core
     */
    void add(Runnable userCode, Runnable then) {
        waiting.add(new Chore(userCode, then));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Makes the first call, of which there must be one; returns as {@link Host#call} does. */
    int runNext(Host host) {
        Chore chore = waiting.take();
        return host.call(chore.userCode(), chore.then());
    }
}
