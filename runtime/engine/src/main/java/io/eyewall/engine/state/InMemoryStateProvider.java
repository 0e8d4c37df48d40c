package io.eyewall.engine.state;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.state.InMemoryKeyValueStateProvider;
import org.apache.storm.state.State;
import org.apache.storm.state.StateProvider;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.StatefulBoltExecutor;

/**
 * Provides in-memory states that survive a checkpoint which takes longer than the message timeout
 * ({@link InMemoryState}). The engine makes stateful bolts use it instead of Storm's default
 * provider. Storm's {@code StateFactory} creates one provider per state, by the name of this class.
 */
public final class InMemoryStateProvider implements StateProvider {
    private static final String STORM_PROVIDER = InMemoryKeyValueStateProvider.class.getName();

    /** Whether Storm's class loader finds this class; false if another class loader loads it. */
    private static final boolean IS_FOUND_BY_STORM = isFoundByStorm();

    private static boolean isFoundByStorm() {
        try {
            ClassLoader stormLoader = StateProvider.class.getClassLoader();
            return Class.forName(InMemoryStateProvider.class.getName(), false, stormLoader)
                    == InMemoryStateProvider.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Returns the configuration to prepare a bolt with: a copy that names this provider if the bolt
     * has state and the configuration names Storm's in-memory provider or none; otherwise the
     * configuration itself.
     *
     * @param bolt the bolt of a task
     */
    public static Map<String, Object> confWithProvider(Object bolt, Map<String, Object> conf) {
        boolean hasState = bolt instanceof StatefulBoltExecutor;
        Object named = conf.getOrDefault(Config.TOPOLOGY_STATE_PROVIDER, STORM_PROVIDER);
        if (!hasState || !STORM_PROVIDER.equals(named) || !IS_FOUND_BY_STORM) {
            return conf;
        }
        Map<String, Object> replaced = new HashMap<>(conf);
        replaced.put(Config.TOPOLOGY_STATE_PROVIDER, InMemoryStateProvider.class.getName());
        return replaced;
    }

    @Override
    public State newState(
            String namespace, Map<String, Object> topologyConf, TopologyContext context) {
        return new InMemoryState<>();
    }
}
