package io.eyewall.placement.algorithm;

import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Limit;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds places for executors. Implementations have a public constructor without arguments, keep no
 * state between calls, and are named in {@code
 * META-INF/services/io.eyewall.placement.algorithm.PlacementAlgorithm}; a jar with one in the
 * plug-in directory is enough.
 */
public interface PlacementAlgorithm {
    /** The name that it is chosen by, lower case. */
    String name();

    /** What can be adjusted, also while it is in use. */
    List<Parameter> parameters();

    /**
     * The limits that the algorithm tries to keep. It is not asked because another limit is
     * exceeded: it would know no remedy. All by default, since a layout knows how much all are
     * exceeded.
     */
    default Set<Limit> heeds() {
        return EnumSet.allOf(Limit.class);
    }

    /**
     * Gives every executor a place where it {@linkplain io.eyewall.placement.plan.Problem#isAllowed
     * may be}.
     *
     * @param layout all executors without places; where they are now is in its problem
     * @param parameters values for all of {@link #parameters}
     * @param seed the only source of chance: the same layout, parameters and seed lead to the same
     *     places
     */
    void place(Layout layout, Parameters parameters, long seed);
}
