package io.eyewall.engine.executor;

import io.eyewall.engine.mailbox.Ring;

/**
 * User code that is to be called before the next tuple or message: metrics, credentials, timers of
 * a test driver. For the executor's core.
 */
final class PendingCallbacks {
    private final Ring<Chore> waiting = new Ring<>();

    private record Chore(Runnable userCode, Runnable then) {}

    /**
     * @param userCode guards itself against exceptions
     * @param then what follows, on the core
     */
    void add(Runnable userCode, Runnable then) {
        waiting.add(new Chore(userCode, then));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Does the first, where there is one; as {@link Host#call}. */
    int doNext(Host host) {
        Chore chore = waiting.take();
        return host.call(chore.userCode(), chore.then());
    }
}
