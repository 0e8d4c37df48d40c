package io.eyewall.control;

import io.eyewall.topology.TopologyPlan;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Assigns version numbers to the plans of topologies, so that a plan which a client has already is
 * not sent again. Thread-safe.
 */
final class PlanVersions {
    private final Map<String, Numbered> byTopology = new HashMap<>();
    private long last;

    /** The plan of a topology that was requested last. */
    private record Numbered(WeakReference<TopologyPlan> plan, long version) {}

    /** Returns the version, which is greater than 0 and changes when the plan is another object. */
    synchronized long of(TopologyPlan plan) {
        Numbered known = byTopology.get(plan.id());
        if (known == null || !known.plan().refersTo(plan)) {
            known = new Numbered(new WeakReference<>(plan), ++last);
            byTopology.put(plan.id(), known);
        }
        return known.version();
    }

    /** Removes topologies that are not among these. */
    synchronized void retain(Set<String> ids) {
        byTopology.keySet().retainAll(ids);
    }
}
