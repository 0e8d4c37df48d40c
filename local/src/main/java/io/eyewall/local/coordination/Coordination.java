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

    /** Openings that wait until another process has released their folders. */
    private final List<Later> later = new ArrayList<>();

    private record Later(CoordinationServer server, Path folder, boolean sync, String where) {}

    /** Whether a spout is one that begins Trident's batches. */
    public static boolean isCoordinator(String componentId) {
        return componentId.startsWith(MASTER_COORDINATOR);
    }

    /** As the method below, for a topology that runs at once. */
    public Map<String, Object> addressFor(
            String name, Map<String, Object> conf, StormTopology topology) {
        return addressFor(name, conf, topology, false);
    }

    /**
     * Returns the configuration that leads to a topology's coordination state. Empty if it needs
     * none, or names a ZooKeeper of its own by {@code transactional.zookeeper.servers}.
     *
     * @param name the topology's
     * @param conf the topology's over the cluster's
     * @param inStandby whether its folder may be in use still: it is opened by {@link #openLater}
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
     * Opens what was not to be opened so far.
     *
     * @throws IllegalArgumentException if a folder can't be used
     */
    public synchronized void openLater() {
        for (Later each : later) {
            each.server().open(tree(each.folder(), each.sync(), each.where()));
        }
        later.clear();
    }

    private CoordinationServer serverFor(String name, Map<String, Object> conf, boolean inStandby) {
        String where = "topology '" + name + "'";
        String dir = ConfigKeys.textValue(ConfigKeys.STATE_DIR, conf, where);
        Path folder = dir == null ? null : Path.of(dir, name, FOLDER).toAbsolutePath().normalize();
        CoordinationServer server = servers.get(folder);
        if (server == null) {
            boolean sync = ConfigKeys.booleanValue(ConfigKeys.STATE_SYNC, conf, where);
            if (inStandby && folder != null) {
                server = CoordinationServer.startEmpty();
                later.add(new Later(server, folder, sync, where));
            } else {
                server = CoordinationServer.start(tree(folder, sync, where));
            }
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
