package io.eyewall.control;

import io.eyewall.topology.TopologyPlan;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Assigns version numbers to the plans of topologies, so that no plan is sent to a client that has
 * it already. Thread-safe.
 */
final class PlanVersions {
    private final Map<String, VersionedPlan> byTopology = new HashMap<>();
    private long lastVersion;

    /** The plan of a topology as of the last request, with its version. */
    private record VersionedPlan(WeakReference<TopologyPlan> plan, long version) {}

    /** Returns the version, which is greater than 0 and changes when the plan is another object. */
    synchronized long versionOf(TopologyPlan plan) {
        VersionedPlan known = byTopology.get(plan.id());
        if (known == null || !known.plan().refersTo(plan)) {
            known = new VersionedPlan(new WeakReference<>(plan), ++lastVersion);
            byTopology.put(plan.id(), known);
        }
        return known.version();
    }

    /** Forgets all topologies except these. */
    synchronized void retain(Set<String> ids) {
        byTopology.keySet().retainAll(ids);
    }
}
