package io.eyewall.plugin.worker;

import java.io.IOException;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.Thrift;
import org.apache.storm.daemon.supervisor.AdvancedFSOps;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.JavaObject;
import org.apache.storm.generated.ShellComponent;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.IBolt;
import org.apache.storm.topology.BaseStatefulBoltExecutor;
import org.apache.storm.trident.topology.MasterBatchCoordinator;
import org.apache.storm.utils.ConfigUtils;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Wraps spouts, and bolts that read state, with gates when Storm's worker reads its topology. It
 * hooks in as the instance that Storm's {@code ConfigUtils} delegates to. The topology's file on
 * disk is unchanged.
 */
final class GatedTopology extends ConfigUtils {
    /**
     * The original components, static because deserialisation creates the wrappers and has no other
     * context.
     */
    private static final Map<String, ComponentObject> ORIGINALS = new ConcurrentHashMap<>();

    private static volatile @Nullable SpoutGates gates;

    private GatedTopology() {}

    /**
     * Makes this process read its topology with gates; called once, before the worker is created.
     */
    static void install(SpoutGates workerGates) {
        CheckpointProgress.requireFields();
        gates = workerGates;
        ConfigUtils.setInstance(new GatedTopology());
    }

    static boolean hasCheckpoints(StormTopology topology) {
        return topology.get_spouts().containsKey(CheckpointSpout.CHECKPOINT_COMPONENT_ID);
    }

    /** Returns whether this is a Trident topology, whose bolts read stored batch state. */
    private static boolean isTrident(StormTopology topology) {
        return topology.get_spouts().values().stream()
                .anyMatch(
                        spout ->
                                instantiate(spout.get_spout_object())
                                        instanceof MasterBatchCoordinator);
    }

    @Override
    public StormTopology readSupervisorTopologyImpl(
            Map<String, Object> conf, String topologyId, AdvancedFSOps files) throws IOException {
        StormTopology topology = super.readSupervisorTopologyImpl(conf, topologyId, files);
        boolean trident = isTrident(topology);
        for (Map.Entry<String, SpoutSpec> spout : topology.get_spouts().entrySet()) {
            ORIGINALS.put(spout.getKey(), spout.getValue().get_spout_object());
            spout.getValue().set_spout_object(serializeSeed(new SpoutSeed(spout.getKey())));
        }
        if (trident || hasCheckpoints(topology)) {
            for (Map.Entry<String, Bolt> bolt : topology.get_bolts().entrySet()) {
                ComponentObject original = bolt.getValue().get_bolt_object();
                if (trident || instantiate(original) instanceof BaseStatefulBoltExecutor) {
                    ORIGINALS.put(bolt.getKey(), original);
                    bolt.getValue().set_bolt_object(serializeSeed(new BoltSeed(bolt.getKey())));
                }
            }
        }
        return topology;
    }

    private static ComponentObject serializeSeed(Serializable seed) {
        return ComponentObject.serialized_java(Utils.javaSerialize(seed));
    }

    /** Creates a component's object as Storm's Task.mkTaskObject does. */
    private static Object instantiate(ComponentObject component) {
        Object instance = Utils.getSetComponentObject(component);
        return instance instanceof JavaObject java ? Thrift.instantiateJavaObject(java) : instance;
    }

    /** Creates the user's object of a component. */
    private static Object createOriginal(String id) {
        return instantiate(Objects.requireNonNull(ORIGINALS.get(id), id));
    }

    private static SpoutGates gates() {
        return Objects.requireNonNull(gates, "install was not called");
    }

    /** Stands for a spout and is replaced by its wrapper on deserialisation. */
    private record SpoutSeed(String id) implements Serializable {
        private Object readResolve() throws ObjectStreamException {
            Object spout = createOriginal(id);
            ISpout instance =
                    spout instanceof ShellComponent shell ? new ShellSpout(shell) : (ISpout) spout;
            return instance instanceof CheckpointSpout checkpoints
                    ? new GatedCheckpoints(checkpoints, gates())
                    : new GatedSpout(instance, gates());
        }
    }

    /** Stands for a bolt and is replaced by its wrapper on deserialisation. */
    private record BoltSeed(String id) implements Serializable {
        private Object readResolve() throws ObjectStreamException {
            return new GatedBolt((IBolt) createOriginal(id), gates());
        }
    }
}
