package io.eyewall.cluster.trials.network;

/** The kinds of streams between leaves and the centre. */
enum Stream {
    /** Bytes from the leaves; the centre discards them. */
    BYTES("byte streaming", true, "Bytes", "Discard"),
    /** Words from the centre; the leaves count them. */
    DISTRIBUTED("distributing word count", false, "Words", "Tally"),
    /** Words from the leaves; the centre counts them. */
    AGGREGATED("aggregating word count", true, "Words", "Tally");

    private final String title;
    private final boolean gathering;
    private final String source;
    private final String receiver;

    Stream(String title, boolean gathering, String source, String receiver) {
        this.title = title;
        this.gathering = gathering;
        this.source = source;
        this.receiver = receiver;
    }

    String title() {
        return title;
    }

    /** Returns whether tuples go to the centre; otherwise they come from it. */
    boolean isGathering() {
        return gathering;
    }

    /** Its spout in {@code native/task/example/streams.cpp}. */
    String source() {
        return source;
    }

    /** Its bolt there. */
    String receiver() {
        return receiver;
    }
}
