package io.eyewall.model.stepping;

/** A root tuple that is under way. */
final class Message {
    /** The number of the spout executor. */
    final int spout;

    /** When it was emitted. */
    final double emittedNs;

    /** Its tuples that are not finished yet. */
    int open = 1;

    Message(int spout, double emittedNs) {
        this.spout = spout;
        this.emittedNs = emittedNs;
    }
}
