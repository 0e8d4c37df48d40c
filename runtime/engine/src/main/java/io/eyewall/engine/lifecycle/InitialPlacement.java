package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.Executor;
import io.eyewall.rules.FirstPlaces;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Chooses the cores on which executors start: the configured ones, otherwise by {@link
 * FirstPlaces}. The home core is the one with the fewest executors.
 */
final class InitialPlacement implements CoreChooser {
    private final List<Core> cores;
    private final int home;

    InitialPlacement(List<Core> cores) {
        this.cores = cores;
        this.home = cores.stream().min(Comparator.comparingInt(Core::taskletCount)).get().index();
    }

    /** Assigns all executors of a component. */
    @Override
    public void assignCores(ComponentPlan component, List<? extends Executor> executors) {
        Map<String, Object> conf = component.conf();
        String where = "component '" + component.componentId() + "'";
        int configured = ConfigKeys.intValue(ConfigKeys.CORE, conf, -1, where);
        for (int i = 0; i < executors.size(); i++) {
            int index =
                    configured >= 0
                            ? configured
                            : FirstPlaces.coreOf(i, executors.size(), home, cores.size());
            executors.get(i).assignTo(cores.get(index % cores.size()));
        }
    }
}
