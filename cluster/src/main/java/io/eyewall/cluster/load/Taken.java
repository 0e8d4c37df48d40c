package io.eyewall.cluster.load;

/** The result of a report. */
public enum Taken {
    /** It is counted. */
    COUNTED,
    /** It, or a later one of the same run, was there before. */
    REPEATED,
    /** All its executors run elsewhere now, in workers that were started later. */
    SUPERSEDED,
    /** There is no room for more topologies or executors. */
    FULL
}
