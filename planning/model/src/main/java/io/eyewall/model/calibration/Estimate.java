package io.eyewall.model.calibration;

/**
 * An estimated cost, in nanoseconds.
 *
 * @param term the component that has this cost, or {@code crossing}
 * @param ns the most likely value
 * @param sdNs its standard deviation
 * @param identified whether measurements, or measured machine constants, determine the value;
 *     otherwise it is an assumption
 * @param experiment the experiment that would identify it; empty if it is identified
 */
public record Estimate(String term, double ns, double sdNs, boolean identified, String experiment) {
    /** Standard deviations from the mean to either end of a normal distribution's 95% interval. */
    private static final double SDS_OF_95_PERCENT = 1.96;

    /** Returns the lower end of the 95% interval. */
    public double lowNs() {
        return Math.max(0, ns - SDS_OF_95_PERCENT * sdNs);
    }

    /** Returns the upper end of the 95% interval. */
    public double highNs() {
        return ns + SDS_OF_95_PERCENT * sdNs;
    }
}
