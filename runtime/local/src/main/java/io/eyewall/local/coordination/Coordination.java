package io.eyewall.local.coordination;

import io.eyewall.topology.config.ConfigKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.Nullable;

/**
 * The coordination state of a cluster's Trident topologies. Topologies with {@code
 * eyewall.state.dir} have a state of their own on disk; all other topologies share one state in
 * memory, as topologies share a ZooKeeper on Storm. States are opened when first needed and stay
 * open until {@link #close}, so that a topology that is submitted again resumes where it was. Any
 * thread may call.
 */
public final class Coordination implements AutoCloseable {
    /**
     * The prefix of the ids of Trident's batch coordinators (Storm:
     * trident/topology/TridentTopologyBuilder.java, masterCoordinator).
     */
    private static final String MASTER_COORDINATOR = "$mastercoord-";

    private static final String FOLDER_NAME = "transactional";

    /** Servers by the folder of their state; the key null stands for memory. */
    private final Map<@Nullable Path, CoordinationServer> servers = new HashMap<>();

    /** States in standby, to be opened when another process has released their folders. */
    private final List<StandbyState> standbys = new ArrayList<>();

    /**
     * @param sync whether each change is forced to the disk
     * @param topologyText the topology, for messages
     */
    private record StandbyState(
            CoordinationServer server, Path folder, boolean sync, String topologyText) {}

    /**
     * Returns whether a component is a batch coordinator: the spout that begins Trident's batches.
     */
    public static boolean isCoordinator(String componentId) {
        return componentId.startsWith(MASTER_COORDINATOR);
    }

    /**
     * Like {@link #addressFor(String, Map, StormTopology, boolean)}, for a topology that is not in
     * standby.
     */
    public Map<String, Object> addressFor(
            String name, Map<String, Object> conf, StormTopology topology) {
        return addressFor(name, conf, topology, false);
    }

    /**
     * Returns the configuration keys with the address of a topology's coordination state, which is
     * opened. Returns no keys if the topology needs no such state, or names its own ZooKeeper by
     * {@code transactional.zookeeper.servers}.
     *
     * @param name the topology's name
     * @param conf the topology's configuration over the cluster's
     * @param inStandby whether another process may still use the folder; if so, {@link
     *     #openStandbyStates} opens it later
     * @throws IllegalArgumentException if {@code eyewall.state.dir} can't be used
     */
    public synchronized Map<String, Object> addressFor(
            String name, Map<String, Object> conf, StormTopology topology, boolean inStandby) {
        boolean coordinated =
                topology.get_spouts().keySet().stream().anyMatch(Coordination::isCoordinator);
        if (!coordinated || conf.get(Config.TRANSACTIONAL_ZOOKEEPER_SERVERS) != null) {
            return Map.of();
        }
        CoordinationServer server = serverFor(name, conf, inStandby);
        return Map.of(
                Config.TRANSACTIONAL_ZOOKEEPER_SERVERS,
                List.of(server.host()),
                Config.TRANSACTIONAL_ZOOKEEPER_PORT,
                server.port());
    }

    /**
     * Opens the states of topologies in standby. Does nothing after {@link #close}.
     *
     * @throws IllegalArgumentException if a folder can't be used; the next call tries this folder
     *     and those after it again
     */
    public synchronized void openStandbyStates() {
        while (!standbys.isEmpty()) {
            StandbyState state = standbys.get(0);
            state.server().open(openTree(state.folder(), state.sync(), state.topologyText()));
            standbys.remove(0);
        }
    }

    private CoordinationServer serverFor(String name, Map<String, Object> conf, boolean inStandby) {
        String topologyText = "topology '" + name + "'";
        String dir = ConfigKeys.textValue(ConfigKeys.STATE_DIR, conf, topologyText);
        Path folder =
                dir == null ? null : Path.of(dir, name, FOLDER_NAME).toAbsolutePath().normalize();
        CoordinationServer server = servers.get(folder);
        if (server == null) {
            boolean sync = ConfigKeys.booleanValue(ConfigKeys.STATE_SYNC, conf, topologyText);
            if (inStandby && folder != null) {
                server = CoordinationServer.startEmpty();
                standbys.add(new StandbyState(server, folder, sync, topologyText));
            } else {
                server = CoordinationServer.start(openTree(folder, sync, topologyText));
            }
            servers.put(folder, server);
        }
        return server;
    }

    private static NodeTree openTree(@Nullable Path folder, boolean sync, String topologyText) {
        if (folder == null) {
            return NodeTree.inMemory();
        }
        try {
            return CoordinationFolder.open(folder, sync);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    topologyText
                            + ": Trident's coordination state can't be opened: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Closes all states; topologies that use them must be over. */
    @Override
    public synchronized void close() {
        servers.values().forEach(CoordinationServer::close);
        servers.clear();
        standbys.clear();
    }
}
