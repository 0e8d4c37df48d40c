package io.eyewall.control.wire;

import io.eyewall.topology.TopologyPlan;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a topology with its version.
 *
 * @param version version of the plan within its process
 * @param plan the plan; null if the client has this version already
 */
public record NumberedPlan(long version, @Nullable TopologyPlan plan) {}
