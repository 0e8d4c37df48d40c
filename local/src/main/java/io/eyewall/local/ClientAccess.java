package io.eyewall.local;

import java.util.Map;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.utils.NimbusClient;
import org.jspecify.annotations.Nullable;

/**
 * How Storm's clients in this process reach a cluster: at once, in place of any other, or through a
 * Thrift server of the cluster's. Any thread.
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
     * Opens it.
     *
     * @param throughServer whether clients are to take the way through a server
     * @param conf with the server's address
     */
    public static ClientAccess to(
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

    /** The cluster is about to end: clients of this process reach the {@link Launcher}'s again. */
    public void release() {
        if (override == null) {
            return;
        }
        try {
            override.close();
        } catch (Exception e) {
            throw new IllegalStateException("Storm's clients could not be released", e);
        }
        Launcher.installed().ifPresent(l -> new NimbusClient.LocalOverride(l.nimbus()));
    }

    /** The cluster has ended: nobody is served any more. */
    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
