package io.eyewall.testkit.chaos;

/**
 * A defect that an engine might have. {@link DefectiveSpout} and {@link DefectiveBolt} simulate it
 * between the engine and the spouts and bolts of a chaos run.
 */
enum Defect {
    /** A tuple that was sent never arrives. */
    LOSES_TUPLES("tuples were sent and"),
    /** A tuple arrives twice. */
    DUPLICATES_TUPLES("came after"),
    /** A tuple overtakes the one before it. */
    REORDERS_TUPLES("came after"),
    /** A tuple overtakes the one before it, but only among the first tuples after a rebalance. */
    REORDERS_AFTER_REBALANCE("came after"),
    /** A tuple is not part of the tree that it was anchored to. */
    FORGETS_ANCHORS("tuples open"),
    /** An ack of a bolt is not counted. */
    FORGETS_ACKS("is complete, but its spout was not told"),
    /** A fail of a bolt is not counted. */
    FORGETS_FAILS("is complete, but its spout was not told"),
    /** A message is acked within its own emit. */
    ACKS_EARLY("tuples open"),
    /** The completion of a message is not reported to its spout. */
    FORGETS_COMPLETIONS("is complete, but its spout was not told"),
    /** The completion of a message is reported twice. */
    ANSWERS_TWICE("after it had been answered"),
    /** A message is acked although one of its tuples was failed. */
    ACKS_FAILURES("acked though a tuple of it was failed"),
    /** A message is failed later although all its tuples were acked. */
    FAILS_SUCCESSES("failed though all its tuples had been acked"),
    /** The completion of a message is reported to a spout that never emitted it. */
    INVENTS_MESSAGES("but never emitted"),
    /** Messages whose tuples a bolt drops do not time out. */
    FORGETS_TIMEOUTS("[messages acked]"),
    /** A deactivated spout is called. */
    CALLS_INACTIVE_SPOUTS("nextTuple while it is not active");

    private final String complaint;

    Defect(String complaint) {
        this.complaint = complaint;
    }

    /** Returns the text by which a failing run reports the defect. */
    String complaint() {
        return complaint;
    }
}
