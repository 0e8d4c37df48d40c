package io.eyewall.local;

import java.util.Map;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.utils.NimbusClient;
import org.jspecify.annotations.Nullable;

/**
 * The way by which Storm's clients in this process reach a cluster: either by direct calls, and
 * then all clients of the process reach this cluster and no other, or through a Thrift server of
 * the cluster. Any thread may call.
 */
public final class ClientAccess implements AutoCloseable {
    private final NimbusClient.@Nullable LocalOverride override;
    private final @Nullable NimbusServer server;

    private ClientAccess(
            NimbusClient.@Nullable LocalOverride override, @Nullable NimbusServer server) {
        this.override = override;
        this.server = server;
    }

    /**
     * Gives Storm's clients access to a cluster.
     *
     * @param nimbus answers the clients' calls
     * @param throughServer whether clients connect to a Thrift server instead of calling directly
     * @param conf names the server's address
     */
    public static ClientAccess open(
            Nimbus.Iface nimbus, boolean throughServer, Map<String, Object> conf) {
        return throughServer
                ? new ClientAccess(null, NimbusServer.start(conf, nimbus))
                : new ClientAccess(new NimbusClient.LocalOverride(nimbus), null);
    }

    /**
     * Returns the port on which the server listens.
     *
     * @throws IllegalStateException if there is none
     */
    public int port() {
        if (server == null) {
            throw new IllegalStateException(
                    "this cluster has no Thrift server; build it with withNimbusDaemon()");
        }
        return server.port();
    }

    /**
     * Stops direct calls to the cluster, which is about to close: clients of this process reach the
     * {@link Launcher}'s cluster again, if there is one.
     */
    public void stopDirectCalls() {
        if (override == null) {
            return;
        }
        try {
            override.close();
        } catch (Exception e) {
            throw new IllegalStateException(
                    "direct calls of Storm's clients could not be stopped", e);
        }
        Launcher.installed()
                .ifPresent(launcher -> new NimbusClient.LocalOverride(launcher.nimbus()));
    }

    /** Stops the Thrift server, if there is one; the cluster has closed. */
    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
