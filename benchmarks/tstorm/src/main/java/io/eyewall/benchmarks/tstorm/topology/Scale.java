package io.eyewall.benchmarks.tstorm.topology;

/**
 * The size of a cluster relative to the paper's ten nodes.
 *
 * @param factor above 0
 */
public record Scale(double factor) {
    public Scale {
        if (!(factor > 0)) {
            throw new IllegalArgumentException("scale " + factor + ": expected more than 0");
        }
    }

    static Scale parse(String word) {
        return new Scale(Double.parseDouble(word));
    }

    /** Scales a number of executors or workers of the paper; the result is at least 1. */
    public int of(int inPaper) {
        return Math.max(1, (int) Math.round(inPaper * factor));
    }
}
