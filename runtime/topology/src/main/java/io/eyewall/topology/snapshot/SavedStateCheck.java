package io.eyewall.topology.snapshot;

import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.ServiceLoader;

/**
 * Checks whether the saved state of a topology's name fits the topology, before it starts. Found by
 * {@link ServiceLoader}; the toolkit has one.
 */
public interface SavedStateCheck {
    /**
     * Checks a topology.
     *
     * @throws IllegalArgumentException if the state does not fit, or can't be read; the message
     *     names the difference and the remedy
     */
    void check(TopologyPlan plan);

    /**
     * Checks a topology by all checks.
     *
     * @throws IllegalArgumentException if its saved state does not fit
     */
    static void checkAll(TopologyPlan plan) {
        if (plan.conf().get(ConfigKeys.SNAPSHOT_DIR.name()) != null
                || plan.conf().get(ConfigKeys.SNAPSHOT_DEFAULT_DIR.name()) != null) {
            ServiceLoader.load(SavedStateCheck.class, SavedStateCheck.class.getClassLoader())
                    .forEach(each -> each.check(plan));
        }
    }
}
