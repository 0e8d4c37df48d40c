package io.eyewall.engine.core;

/**
 * How long a core without work looks for more before it sleeps. Where work comes soon, looking for
 * it is cheaper than a sleep; where it does not, every look is wasted. For the core's thread.
 */
final class IdleSpin {
    private final long mostNs;
    private long ns;

    /**
     * @param mostNs how long to look, at most
     */
    IdleSpin(long mostNs) {
        this.mostNs = mostNs;
        this.ns = mostNs;
    }

    /** How long it pays at present, in nanoseconds. */
    long ns() {
        return ns;
    }

    /**
     * Work has come to an idle core.
     *
     * @param afterNs how long after the last; for a core that slept when somebody called it, not
     *     when it awoke: that takes longer than it pays to look, so that a core that slept would
     *     never learn that work comes soon
     */
    void workCame(long afterNs) {
        ns = afterNs < mostNs ? mostNs : ns / 2;
    }
}
