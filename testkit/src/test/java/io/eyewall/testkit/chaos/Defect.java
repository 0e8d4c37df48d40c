package io.eyewall.testkit.chaos;

/**
 * What an engine might do wrong. {@link DefectiveSpout} and {@link DefectiveBolt} do it in its
 * place, between the engine and the spouts and bolts of a chaos run.
 */
enum Defect {
    /** A tuple that was sent never arrives. */
    LOSES_TUPLES("tuples were sent and"),
    /** A tuple arrives twice. */
    DUPLICATES_TUPLES("came after"),
    /** A tuple overtakes the one before it. */
    REORDERS_TUPLES("came after"),
    /** The same, but only for the first tuples after a rebalance. */
    REORDERS_AFTER_REBALANCE("came after"),
    /** A tuple is not part of the tree that it was anchored to. */
    FORGETS_ANCHORS("tuples open"),
    /** What a bolt acks is not counted. */
    FORGETS_ACKS("is complete, but its spout was not told"),
    /** What a bolt fails is not counted. */
    FORGETS_FAILS("is complete, but its spout was not told"),
    /** A message is acked inside its own emit. */
    ACKS_EARLY("tuples open"),
    /** A spout is not told that a message is complete. */
    FORGETS_COMPLETIONS("is complete, but its spout was not told"),
    /** A spout is told twice. */
    ANSWERS_TWICE("after it had been answered"),
    /** A message is acked of which a tuple was failed. */
    ACKS_FAILURES("acked though a tuple of it was failed"),
    /** A message is failed later, all of whose tuples were acked. */
    FAILS_SUCCESSES("failed though all its tuples had been acked"),
    /** A spout is told of a message that it never emitted. */
    INVENTS_MESSAGES("but never emitted"),
    /** Messages whose tuples a bolt drops don't time out. */
    FORGETS_TIMEOUTS("[messages acked]"),
    /** A spout is called that has been deactivated. */
    CALLS_INACTIVE_SPOUTS("nextTuple while it is not active");

    private final String complaint;

    Defect(String complaint) {
        this.complaint = complaint;
    }

    /** What is said of it in the failure of a run. */
    String complaint() {
        return complaint;
    }
}
