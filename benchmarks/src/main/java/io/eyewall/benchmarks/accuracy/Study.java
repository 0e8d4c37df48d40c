package io.eyewall.benchmarks.accuracy;

import java.io.IOException;

/** One question about the model, evaluated on one subject after another. */
interface Study {
    /** Runs the study on a subject. */
    void run(Subject subject) throws IOException, InterruptedException;

    /** Returns the results so far as Markdown. */
    String table();
}
