package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;

/** The source of plans: the schedule generator, except in tests. */
interface PlanSource {
    /**
     * Sends a view of the cluster and returns the plan for it. Waits for the response.
     *
     * @throws IOException if there is no response or it is invalid
     */
    ClusterPlan requestPlan(ClusterView view) throws IOException;
}
