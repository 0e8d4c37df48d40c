package io.eyewall.local;

import java.util.Map;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.security.auth.ThriftConnectionType;
import org.apache.storm.security.auth.ThriftServer;

/**
 * A Nimbus behind Storm's Thrift server, at {@code nimbus.thrift.port}; its threads are the
 * server's. Topologies that clients of other processes submit need classes that this process has.
 */
public final class NimbusServer implements AutoCloseable {
    private final ThriftServer server;

    private NimbusServer(ThriftServer server) {
        this.server = server;
    }

    /**
     * Listens from now on.
     *
     * @param conf the daemon's; port 0 means any that is free
     * @throws RuntimeException if the port is taken
     */
    public static NimbusServer start(Map<String, Object> conf, Nimbus.Iface nimbus) {
        ThriftServer server =
                new ThriftServer(conf, new Nimbus.Processor<>(nimbus), ThriftConnectionType.NIMBUS);
        Thread thread = new Thread(server::serve, "eyewall-nimbus");
        thread.setDaemon(true);
        thread.start();
        return new NimbusServer(server);
    }

    /** Returns the port on which the server listens. */
    public int port() {
        return server.getPort();
    }

    /** Ends its threads. */
    @Override
    public void close() {
        server.stop();
    }
}
