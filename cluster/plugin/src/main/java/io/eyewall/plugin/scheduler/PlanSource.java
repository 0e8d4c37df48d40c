package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;

/** A source of plans. */
interface PlanSource {
    /**
     * Sends a view of the cluster and returns the plan for it. May wait.
     *
     * @throws IOException if there is no response or it is invalid
     */
    ClusterPlan ask(ClusterView view) throws IOException;
}
