package io.eyewall.engine.core;

/** Reasons why a core does not call its tasklets at the moment; bits of a bit set. */
public final class CoreBlockReasons {
    /** A link is congested: tuples for its core have to wait in this core. */
    static final int CONGESTED = 1;

    /** No tasklet is calling: received tuples go into mailboxes and wait for a slice. */
    static final int NO_TASKLET = 2;

    /** The step has lasted too long. */
    static final int HURRIED = 4;

    /** A batch for another core has become full. Slices end, while direct calls continue. */
    static final int ENOUGH_SENT = 8;

    /** The reasons not to call a tasklet directly that sends tuples to others. */
    public static final int OF_SENDERS = CONGESTED | NO_TASKLET | HURRIED;

    /**
     * The reasons not to call a tasklet directly that sends nothing: the state of links does not
     * matter to it.
     */
    public static final int OF_OTHERS = NO_TASKLET | HURRIED;

    /** The reasons not to make another call within a slice. */
    static final int OF_SLICES = CONGESTED | ENOUGH_SENT;

    private CoreBlockReasons() {}
}
