package io.eyewall.model.calibration;

import java.util.function.ToIntFunction;

/** What a recording says about costs: equations in them, and what is believed beforehand. */
interface Observations {
    /** How exact processor time is, as a share of it. */
    double BUSY_SD = 0.02;

    /** What a tuple is believed to take beside its sampled time, in nanoseconds. */
    double callNs();

    /** What a crossing is believed to take at each end, in nanoseconds. */
    double crossingNs();

    /** How sure that is, in nanoseconds. */
    double crossingSdNs();

    /** Whether that was measured, not assumed. */
    boolean isCrossingKnown();

    /** What to do to know it. */
    String crossingExperiment();

    /** What to do to know the cost of a component. */
    String componentExperiment(String component);

    /**
     * Adds a window's equations. Their unknowns are the components' costs and then the crossing's.
     *
     * @param numbers by component: the number of its unknown
     */
    void observe(Recording.Window window, LeastSquares squares, ToIntFunction<String> numbers);
}
