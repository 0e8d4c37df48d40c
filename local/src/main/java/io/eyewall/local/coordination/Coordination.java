package io.eyewall.local.coordination;

import io.eyewall.topology.config.ConfigKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.Nullable;

/**
 * The coordination state of a cluster's Trident topologies: one in memory that all share, as they
 * share a ZooKeeper on Storm, and one for each topology that has {@code eyewall.state.dir}. They
 * are opened when first needed and stay open until {@link #close}, so that a topology that is
 * submitted again goes on where it was. Any thread may call.
 */
public final class Coordination implements AutoCloseable {
    /** Storm: trident/topology/TridentTopologyBuilder.java, masterCoordinator. */
    private static final String MASTER_COORDINATOR = "$mastercoord-";

    private static final String FOLDER = "transactional";

    /** By folder; null = in memory. */
    private final Map<@Nullable Path, CoordinationServer> servers = new HashMap<>();

    /** Whether a spout is one that begins Trident's batches. */
    public static boolean isCoordinator(String componentId) {
        return componentId.startsWith(MASTER_COORDINATOR);
    }

    /**
     * Where a topology's coordination state is, for its configuration. Empty if it needs none, or
     * names a ZooKeeper of its own by {@code transactional.zookeeper.servers}.
     *
     * @param name the topology's
     * @param conf the topology's over the cluster's
     * @throws IllegalArgumentException if {@code eyewall.state.dir} can't be used
     */
    public synchronized Map<String, Object> addressFor(
            String name, Map<String, Object> conf, StormTopology topology) {
        boolean coordinated =
                topology.get_spouts().keySet().stream().anyMatch(Coordination::isCoordinator);
        if (!coordinated || conf.get(Config.TRANSACTIONAL_ZOOKEEPER_SERVERS) != null) {
            return Map.of();
        }
        CoordinationServer server = serverFor(name, conf);
        return Map.of(
                Config.TRANSACTIONAL_ZOOKEEPER_SERVERS,
                List.of(server.host()),
                Config.TRANSACTIONAL_ZOOKEEPER_PORT,
                server.port());
    }

    private CoordinationServer serverFor(String name, Map<String, Object> conf) {
        String where = "topology '" + name + "'";
        String dir = ConfigKeys.textValue(ConfigKeys.STATE_DIR, conf, where);
        Path folder = dir == null ? null : Path.of(dir, name, FOLDER).toAbsolutePath().normalize();
        CoordinationServer server = servers.get(folder);
        if (server == null) {
            boolean sync = ConfigKeys.booleanValue(ConfigKeys.STATE_SYNC, conf, where);
            server = CoordinationServer.start(tree(folder, sync, where));
            servers.put(folder, server);
        }
        return server;
    }

    private static NodeTree tree(@Nullable Path folder, boolean sync, String where) {
        if (folder == null) {
            return NodeTree.inMemory();
        }
        try {
            return StateFolder.open(folder, sync);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    where + ": Trident's coordination state can't be opened: " + e.getMessage(), e);
        }
    }

    /** Ends it all; topologies that use it must be over. */
    @Override
    public synchronized void close() {
        servers.values().forEach(CoordinationServer::close);
        servers.clear();
    }
}
