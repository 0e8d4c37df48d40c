package io.eyewall.benchmarks.accuracy;

import java.io.IOException;

/** One question about the model, put to subject after subject. */
interface Study {
    /** Runs it on a subject. */
    void run(Subject subject) throws IOException, InterruptedException;

    /** What came of all so far, as Markdown. */
    String table();
}
