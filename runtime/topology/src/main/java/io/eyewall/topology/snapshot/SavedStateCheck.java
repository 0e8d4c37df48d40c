package io.eyewall.topology.snapshot;

import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKey;
import io.eyewall.topology.config.ConfigKeys;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the saved state of a topology's name fits the topology, before it starts. Found by
 * {@link ServiceLoader}; the toolkit has one.
 */
public interface SavedStateCheck {
    /** The keys of topologies that have, or ask for, saved state. */
    List<ConfigKey> KEYS =
            List.of(
                    ConfigKeys.SNAPSHOT_DIR,
                    ConfigKeys.SNAPSHOT_DEFAULT_DIR,
                    ConfigKeys.SNAPSHOT_FROM,
                    ConfigKeys.SNAPSHOT_DROP);

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
        if (KEYS.stream().anyMatch(key -> plan.conf().get(key.name()) != null)) {
            ServiceLoader.load(SavedStateCheck.class, SavedStateCheck.class.getClassLoader())
                    .forEach(each -> each.check(plan, replaced));
        }
    }
}
