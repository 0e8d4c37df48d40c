package io.eyewall.state;

import java.util.Map;
import org.apache.storm.state.State;
import org.apache.storm.state.StateProvider;
import org.apache.storm.task.TopologyContext;

/**
 * Keeps the state of bolts in RocksDB on the local disk, where it survives the end of the process,
 * even if the process is killed. In a topology's configuration:
 *
 * <pre>
 * topology.state.provider: io.eyewall.state.RocksDbKeyValueStateProvider
 * eyewall.state.dir: /var/lib/eyewall/state
 * </pre>
 *
 * <p>States belong to the topology's <em>name</em>, the component and the task's id, so that a
 * topology that is submitted again finds them. Only one process at a time may have a topology's
 * state open. {@code topology.state.provider.config} accepts the keys of Storm's Redis provider,
 * except those about Redis itself: a JSON object with keyClass, valueClass, keySerializerClass,
 * valueSerializerClass.
 */
public final class RocksDbKeyValueStateProvider implements StateProvider {
    /**
     * {@inheritDoc}
     *
     * @throws StateException if the configuration is invalid or the files can't be opened
     */
    @Override
    public State newState(String namespace, Map<String, Object> topoConf, TopologyContext context) {
        StateSettings settings = StateSettings.parse(topoConf);
        StateTable table =
                new StateTable(
                        TopologyStore.forFolder(settings.folder()), namespace, settings.sync());
        return new RocksDbKeyValueState<>(
                namespace,
                table,
                settings.<Object>keySerializer(topoConf, context),
                settings.<Object>valueSerializer(topoConf, context));
    }
}
