package io.eyewall.cluster.load;

/** How a {@link LoadBook} has used a report. */
public enum ReportResult {
    /** The report counts in the averages. */
    COUNTED,
    /** The report, or a later one of the same run, had arrived before. */
    REPEATED,
    /** All executors of the report now run in workers that were started later. */
    SUPERSEDED,
    /** The book has no room for more topologies or executors. */
    FULL
}
