package io.eyewall.engine.core;

/** The engine's time: real, or stepped by a test. */
public interface Clock {
    /** Nanoseconds from an arbitrary origin, never decreasing. */
    long nanoTime();

    /** Milliseconds since 1970. */
    long currentTimeMillis();

    /**
     * Whether somebody sets it forward while threads wait for it, so that those can't tell how long
     * to sleep and have to look again and again.
     */
    default boolean isSetFromOutside() {
        return false;
    }

    /** Whether it can be compared with the time that processors take. */
    default boolean isReal() {
        return false;
    }

    /** The machine's time. */
    Clock SYSTEM =
            new Clock() {
                @Override
                public boolean isReal() {
                    return true;
                }

                @Override
                public long nanoTime() {
                    return System.nanoTime();
                }

                @Override
                public long currentTimeMillis() {
                    return System.currentTimeMillis();
                }
            };
}
