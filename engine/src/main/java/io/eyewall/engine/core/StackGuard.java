package io.eyewall.engine.core;

/**
 * Overflows the stack here or not at all. User code may be close to the end of its stack when it
 * calls the engine, and may catch the overflow that follows; what other threads share must not be
 * left half changed by it. Java can't be asked how much stack is left, but can try.
 */
final class StackGuard {
    /** Frames, more than any of those who ask go down; some tens of nanoseconds. */
    private static final int FRAMES = 48;

    private StackGuard() {}

    /**
     * Returns where there is room for a few calls.
     *
     * @throws StackOverflowError if there is not
     */
    static void require() {
        goDown(FRAMES);
    }

    /** As {@link #require}, for what goes deeper by itself before it asks again. */
    static void requireFor(int times) {
        goDown(times * FRAMES);
    }

    private static int goDown(int frames) {
        return frames == 0 ? 0 : goDown(frames - 1) + 1;
    }
}
