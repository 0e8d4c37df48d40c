package io.eyewall.placement.algorithm;

import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Limit;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Computes places for executors. An implementation has a public constructor without arguments,
 * keeps no state between calls, and is named in {@code
 * META-INF/services/io.eyewall.placement.algorithm.PlacementAlgorithm}; a jar with an
 * implementation in the plug-in directory is sufficient.
 */
public interface PlacementAlgorithm {
    /** Returns the name by which the algorithm is selected, in lower case. */
    String name();

    /** Returns the parameters, which can also be adjusted while the algorithm is in use. */
    List<Parameter> parameters();

    /**
     * Returns the limits that the algorithm tries to keep. If another limit is exceeded, the
     * algorithm is not called for that reason, since it would not help. The default is all limits,
     * because a layout computes the violations of all limits.
     */
    default Set<Limit> respects() {
        return EnumSet.allOf(Limit.class);
    }

    /**
     * Gives every executor a place where it {@linkplain io.eyewall.placement.plan.Problem#isAllowed
     * may be}.
     *
     * @param layout all executors without places; its problem has their present places
     * @param parameters values for all of {@link #parameters}
     * @param seed the only source of randomness: the same layout, parameters and seed lead to the
     *     same places
     */
    void place(Layout layout, Parameters parameters, long seed);
}
