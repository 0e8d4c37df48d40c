package io.eyewall.local;

import java.util.Map;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.security.auth.ThriftConnectionType;
import org.apache.storm.security.auth.ThriftServer;

/**
 * A Nimbus behind Storm's Thrift server, at {@code nimbus.thrift.port}. The server's threads call
 * the Nimbus. Clients in other processes can submit only topologies whose classes this process has.
 */
public final class NimbusServer implements AutoCloseable {
    private final ThriftServer server;

    private NimbusServer(ThriftServer server) {
        this.server = server;
    }

    /**
     * Starts a server.
     *
     * @param conf the daemon's configuration; port 0 means any free port
     * @param nimbus called by the server's threads
     * @throws RuntimeException if the port is in use
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

    /** Stops the server and its threads. */
    @Override
    public void close() {
        server.stop();
    }
}
