package io.eyewall.cluster.load;

/** How a {@link LoadBook} has used a report. */
public enum ReportResult {
    /** It counts in the averages. */
    COUNTED,
    /** It, or a later report of the same run, had arrived before. */
    REPEATED,
    /** All its executors run now in workers that were started later. */
    SUPERSEDED,
    /** The book has no room for more topologies or executors. */
    FULL
}
