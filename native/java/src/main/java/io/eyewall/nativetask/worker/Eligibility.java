package io.eyewall.nativetask.worker;

import io.eyewall.nativetask.LibraryComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.daemon.Acker;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.utils.ObjectReader;

/** Decides which workers can run without Java. */
final class Eligibility {
    private final SystemTopology topology;

    Eligibility(SystemTopology topology) {
        this.topology = topology;
    }

    /**
     * Returns the reason why a worker with tasks of these components needs Java; empty if it does
     * not.
     *
     * @param components the worker's components, at least one
     */
    Optional<String> reasonForJava(Set<String> components) {
        return reasonInConf()
                .or(() -> reasonInComponents(components))
                .or(() -> reasonInGroupings(components));
    }

    private Optional<String> reasonInConf() {
        Map<String, Object> conf = topology.conf();
        for (String key :
                List.of(
                        Config.STORM_MESSAGING_NETTY_AUTHENTICATION,
                        Config.STORM_MESSAGING_NETTY_TLS_ENABLE,
                        Config.TOPOLOGY_FALL_BACK_ON_JAVA_SERIALIZATION)) {
            if (ObjectReader.getBoolean(conf.get(key), false)) {
                return Optional.of(key + " is true");
            }
        }
        for (String key : List.of(Config.TOPOLOGY_KRYO_REGISTER, Config.TOPOLOGY_KRYO_DECORATORS)) {
            if (conf.get(key) instanceof List<?> list && !list.isEmpty()) {
                return Optional.of(key + " is " + list);
            }
            if (conf.get(key) instanceof Map<?, ?> map && !map.isEmpty()) {
                return Optional.of(key + " is " + map);
            }
        }
        return StormCommon.hasEventLoggers(conf)
                ? Optional.of(Config.TOPOLOGY_EVENTLOGGER_EXECUTORS + " is not 0")
                : Optional.empty();
    }

    private Optional<String> reasonInComponents(Set<String> components) {
        boolean hasNative = false;
        for (String component : components) {
            if (component.equals(Acker.ACKER_COMPONENT_ID)) {
                continue;
            }
            if (!(topology.userObject(component) instanceof LibraryComponent nativeComponent)) {
                return Optional.of("'" + component + "' is not native");
            }
            if (nativeComponent.description().inChildProcess()) {
                return Optional.of("'" + component + "' runs its tasks in child processes");
            }
            hasNative = true;
        }
        return hasNative ? Optional.empty() : Optional.of("it has ackers only");
    }

    private Optional<String> reasonInGroupings(Set<String> components) {
        for (String receiver : topology.componentIds()) {
            for (Map.Entry<GlobalStreamId, Grouping> input :
                    topology.common(receiver).get_inputs().entrySet()) {
                Grouping grouping = input.getValue();
                if (components.contains(input.getKey().get_componentId())
                        && (grouping.is_set_custom_object()
                                || grouping.is_set_custom_serialized())) {
                    return Optional.of("'" + receiver + "' has a custom grouping");
                }
            }
        }
        return Optional.empty();
    }
}
