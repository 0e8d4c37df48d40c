package io.eyewall.topology.snapshot;

import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the saved state of a topology's name fits the topology, before it starts. Found by
 * {@link ServiceLoader}; the toolkit has one.
 */
public interface SavedStateCheck {
    /**
     * Checks a topology.
     *
     * @param replaced the running topology that it is to replace, if that takes snapshots: it may
     *     not have a whole one yet; null: none
     * @throws IllegalArgumentException if the state does not fit, or can't be read; the message
     *     names the difference and the remedy
     */
    void check(TopologyPlan plan, @Nullable TopologyPlan replaced);

    /**
     * Checks a topology by all checks.
     *
     * @param replaced as of {@link #check}
     * @throws IllegalArgumentException if its saved state does not fit
     */
    static void checkAll(TopologyPlan plan, @Nullable TopologyPlan replaced) {
        if (plan.conf().get(ConfigKeys.SNAPSHOT_DIR.name()) != null
                || plan.conf().get(ConfigKeys.SNAPSHOT_DEFAULT_DIR.name()) != null) {
            ServiceLoader.load(SavedStateCheck.class, SavedStateCheck.class.getClassLoader())
                    .forEach(each -> each.check(plan, replaced));
        }
    }
}
