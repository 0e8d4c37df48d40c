package io.eyewall.rules;

/** Default values of the engine's settings on which predictions depend. */
public final class EngineDefaults {
    /** Maximum number of tuples that are handed to another core together. */
    public static final int BATCH_SIZE = 128;

    /** Maximum depth of nested direct calls between executors. */
    public static final int DIRECT_DEPTH = 8;

    /** Maximum number of calls of nextTuple in one slice of a spout executor. */
    public static final int SPOUT_CALLS = 64;

    /** Maximum number of microseconds for which a core without work spins before it sleeps. */
    public static final int IDLE_SPIN_US = 20;

    private EngineDefaults() {}
}
