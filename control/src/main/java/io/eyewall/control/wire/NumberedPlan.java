package io.eyewall.control.wire;

import io.eyewall.topology.TopologyPlan;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a topology.
 *
 * @param version its number within the process
 * @param plan null if the asker has that one
 */
public record NumberedPlan(long version, @Nullable TopologyPlan plan) {}
