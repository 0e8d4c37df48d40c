package io.eyewall.engine.core;

/**
 * Provokes an imminent stack overflow at a safe point. User code may be close to the end of its
 * stack when it calls the engine, and may catch the overflow that follows; that overflow must not
 * leave shared state half changed. Java has no API for the remaining stack, so this class tries to
 * use it: the stack overflows here or not at all.
 */
final class StackGuard {
    /**
     * Frames to descend: more than any caller's critical section uses. Costs some tens of
     * nanoseconds.
     */
    private static final int FRAMES = 48;

    private StackGuard() {}

    /**
     * Returns normally if there is room for a few calls.
     *
     * @throws StackOverflowError if there is not
     */
    static void requireRoom() {
        descend(FRAMES);
    }

    /**
     * As {@link #requireRoom}, for a caller that goes several times as deep before the next check.
     */
    static void requireRoomFor(int times) {
        descend(times * FRAMES);
    }

    private static int descend(int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + 1;
    }
}
