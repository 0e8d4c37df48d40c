package io.eyewall.engine.core;

/** What keeps a core, for the moment, from calling its tasklets: bits of one number. */
public final class CoreBlockReasons {
    /** A link is congested: what is emitted to its core has to wait here. */
    static final int CONGESTED = 1;

    /** No tasklet is calling: what has come waits for its turn. */
    static final int NO_TASKLET = 2;

    /** The step lasts too long. */
    static final int HURRIED = 4;

    /** A batch for another core has become full. RunQueue are to end, while direct calls go on. */
    static final int ENOUGH_SENT = 8;

    /** Against direct calls of tasklets that send tuples to others. */
    public static final int OF_SENDERS = CONGESTED | NO_TASKLET | HURRIED;

    /** Against direct calls of tasklets that send none: no link matters to them. */
    public static final int OF_OTHERS = NO_TASKLET | HURRIED;

    /** Against another call in a turn. */
    static final int OF_TURNS = CONGESTED | ENOUGH_SENT;

    private CoreBlockReasons() {}
}
