package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;

/** A source of plans. */
interface PlanSource {
    /**
     * Tells how the cluster is, and returns the plan for it. May wait.
     *
     * @throws IOException if there is no answer, or none that can be understood
     */
    ClusterPlan ask(ClusterView view) throws IOException;
}
