package io.eyewall.engine.core;

/** The engine's clock: the machine's, or one that a test advances. Any thread may call it. */
public interface Clock {
    /** Returns nanoseconds from an arbitrary origin, never decreasing. */
    long nanoTime();

    /** Returns milliseconds since 1970. */
    long currentTimeMillis();

    /**
     * Returns whether another thread advances this clock while threads wait for it. The waiting
     * threads cannot compute how long to sleep and must poll the clock.
     */
    default boolean isSetFromOutside() {
        return false;
    }

    /** Returns whether this clock's time is comparable with processor time. */
    default boolean isReal() {
        return false;
    }

    /** The machine's clock. */
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
