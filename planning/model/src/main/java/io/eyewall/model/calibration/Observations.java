package io.eyewall.model.calibration;

import java.util.function.ToIntFunction;

/** The priors of a recording's costs, and the equations for these costs that it supplies. */
interface Observations {
    /** Relative standard deviation of measured processor time. */
    double BUSY_SD = 0.02;

    /** Returns the prior of a tuple's cost in addition to its sampled time, in nanoseconds. */
    double callNs();

    /** Returns the prior of a crossing's cost at each end, in nanoseconds. */
    double crossingNs();

    /** Returns the standard deviation of {@link #crossingNs()}, in nanoseconds. */
    double crossingSdNs();

    /** Returns whether the cost of a crossing was measured rather than assumed. */
    boolean isCrossingKnown();

    /** Returns the experiment that would identify the cost of a crossing. */
    String crossingExperiment();

    /** Returns the experiment that would identify the cost of a component. */
    String componentExperiment(String component);

    /**
     * Adds a window's equations. Their unknowns are the components' costs and then the crossing's.
     *
     * @param unknownOf returns the index of a component's cost among the unknowns
     */
    void observe(Recording.Window window, LeastSquares squares, ToIntFunction<String> unknownOf);
}
