package io.eyewall.benchmarks.accuracy;

import org.apache.storm.generated.InvalidTopologyException;

/** One question about the model, put to subject after subject. */
interface Study {
    /** Runs it on a subject. */
    void run(Subject subject) throws InvalidTopologyException, InterruptedException;

    /** What came of all so far, as Markdown. */
    String table();
}
