package io.eyewall.control;

import io.eyewall.topology.TopologyPlan;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Numbers the plans of topologies, so that one that is known need not be sent. Thread-safe. */
final class PlanVersions {
    private final Map<String, Numbered> byTopology = new HashMap<>();
    private long last;

    /** The last plan of a topology that anybody has asked for. */
    private record Numbered(WeakReference<TopologyPlan> plan, long version) {}

    /** Greater than 0; another one when the plan is another object. */
    synchronized long of(TopologyPlan plan) {
        Numbered known = byTopology.get(plan.id());
        if (known == null || !known.plan().refersTo(plan)) {
            known = new Numbered(new WeakReference<>(plan), ++last);
            byTopology.put(plan.id(), known);
        }
        return known.version();
    }

    /** Forgets topologies that are not among these. */
    synchronized void keep(Set<String> ids) {
        byTopology.keySet().retainAll(ids);
    }
}
