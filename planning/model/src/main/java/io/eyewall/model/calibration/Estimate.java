package io.eyewall.model.calibration;

/**
 * An estimated cost, in nanoseconds.
 *
 * @param term what the cost is of: a component, or {@code crossing}
 * @param ns the most likely value
 * @param sdNs its standard deviation
 * @param identified whether measurements, or measured machine constants, determine the value;
 *     otherwise it is an assumption
 * @param experiment the experiment that would identify it; empty if it is identified
 */
public record Estimate(String term, double ns, double sdNs, boolean identified, String experiment) {
    /** Returns the lower end of the 95% interval. */
    public double lowNs() {
        return Math.max(0, ns - 1.96 * sdNs);
    }

    /** Returns the upper end of the 95% interval. */
    public double highNs() {
        return ns + 1.96 * sdNs;
    }
}
