package io.eyewall.model.calibration;

/**
 * A cost, in nanoseconds.
 *
 * @param term which: a component, or {@code crossing}
 * @param ns the most likely value
 * @param sdNs its standard deviation
 * @param identified whether the measurements, or machine constants that were measured, say so; else
 *     it is what was assumed
 * @param experiment what would identify it; empty if it is
 */
public record Estimate(String term, double ns, double sdNs, boolean identified, String experiment) {
    /** Lower end of the 95% interval. */
    public double lowNs() {
        return Math.max(0, ns - 1.96 * sdNs);
    }

    /** Upper end of the 95% interval. */
    public double highNs() {
        return ns + 1.96 * sdNs;
    }
}
