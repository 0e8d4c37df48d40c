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
 * Provides states in memory that outlive a checkpoint which outlasts the message timeout ({@link
 * InMemoryState}). The engine has stateful bolts use it in place of Storm's default provider.
 * Storm's {@code StateFactory} makes one for each state, by the name of this class.
 */
public final class InMemoryStateProvider implements StateProvider {
    private static final String STORMS = InMemoryKeyValueStateProvider.class.getName();

    /** Whether Storm's classes find this one; not so if they are loaded from elsewhere. */
    private static final boolean IS_FOUND_BY_STORM = isFoundByStorm();

    private static boolean isFoundByStorm() {
        try {
            ClassLoader storms = StateProvider.class.getClassLoader();
            return Class.forName(InMemoryStateProvider.class.getName(), false, storms)
                    == InMemoryStateProvider.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Returns the configuration to prepare a bolt with: a copy that names this provider if the bolt
     * has state and Storm's provider in memory is configured, or none; else the configuration
     * itself.
     *
     * @param bolt of a task
     */
    public static Map<String, Object> replaceStorms(Object bolt, Map<String, Object> conf) {
        boolean hasState = bolt instanceof StatefulBoltExecutor;
        Object named = conf.getOrDefault(Config.TOPOLOGY_STATE_PROVIDER, STORMS);
        if (!hasState || !STORMS.equals(named) || !IS_FOUND_BY_STORM) {
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
