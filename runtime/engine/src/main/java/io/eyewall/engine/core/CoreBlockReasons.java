package io.eyewall.engine.core;

/** Reasons why a core does not call its tasklets at the moment; bits of a bit set. */
public final class CoreBlockReasons {
    /** A link is congested: tuples for its core have to wait in this core. */
    static final int CONGESTED = 1;

    /** Received tuples go into mailboxes and wait for a slice: commands run, for example. */
    static final int MAILBOXES_ONLY = 2;

    /** The step has lasted too long. */
    static final int HURRIED = 4;

    /** A batch for another core has become full. Slices end, but direct calls are still made. */
    static final int ENOUGH_SENT = 8;

    /** The reasons not to call directly a tasklet that sends tuples to others. */
    public static final int OF_SENDERS = CONGESTED | MAILBOXES_ONLY | HURRIED;

    /**
     * The reasons not to call directly a tasklet that sends no tuples: the state of links does not
     * matter to it.
     */
    public static final int OF_SINKS = MAILBOXES_ONLY | HURRIED;

    /** The reasons not to make another call within a slice. */
    static final int OF_SLICES = CONGESTED | ENOUGH_SENT;

    private CoreBlockReasons() {}
}
