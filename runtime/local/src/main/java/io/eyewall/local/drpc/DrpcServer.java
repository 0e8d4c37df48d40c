package io.eyewall.local.drpc;

import io.eyewall.ports.BrowserGuard;
import io.eyewall.ports.HttpPort;
import io.eyewall.ports.IoThreads;
import io.eyewall.ports.PortTakenException;
import io.eyewall.ports.TcpPort;
import io.eyewall.ports.ThriftPort;
import io.eyewall.ports.ThriftService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the DRPC functions of this process available to other processes. They may call and
 * implement functions by Thrift with Storm's own clients ({@code DRPCClient}, {@code DRPCSpout},
 * {@code ReturnResults}), and call them by HTTP.
 *
 * <p>Clients are not authenticated, unless HTTPS is configured to require certificates, so the
 * ports are on the loopback interface unless {@code eyewall.drpc.host} names another. No thread
 * waits while a topology works on a request. All threads are daemons. Any thread may call.
 */
public final class DrpcServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DrpcServer.class);
    private static final int THREADS = 8;

    private final ThreadPoolExecutor threadPool = threadPool();
    private final IoThreads ioThreads = new IoThreads("eyewall-drpc-io");
    private final DrpcService service;
    private final DrpcServerConf conf;

    private @Nullable TcpPort clients;
    private @Nullable TcpPort topologies;
    private @Nullable TcpPort http;
    private @Nullable TcpPort https;

    private DrpcServer(DrpcService service, DrpcServerConf conf) {
        this.service = service;
        this.conf = conf;
    }

    /**
     * Starts a server, which answers requests until it is closed; close it before the service.
     *
     * @throws IOException if a port is in use or the host is not an address of this machine; then
     *     no port stays open
     */
    public static DrpcServer start(DrpcService service, DrpcServerConf conf) throws IOException {
        InetAddress host = InetAddress.getByName(conf.host());
        if (!host.isLoopbackAddress()) {
            LOG.warn(
                    "DRPC listens on {}: every client that can connect may call and implement"
                            + " functions",
                    host);
        }
        DrpcServer server = new DrpcServer(service, conf);
        try {
            server.listen(host);
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private void listen(InetAddress host) throws IOException {
        int maxBytes = conf.limits().requestBytes();
        clients =
                thrift(
                        "drpc thrift",
                        new InetSocketAddress(host, conf.port()),
                        new DrpcThrift(service, threadPool, maxBytes));
        topologies =
                thrift(
                        "drpc invocations",
                        new InetSocketAddress(host, conf.invocationsPort()),
                        new InvocationsThrift(service, threadPool, maxBytes));
        if (conf.httpPort().isPresent()) {
            http = http("http", new InetSocketAddress(host, conf.httpPort().getAsInt()), null);
        }
        if (conf.https() != null) {
            https =
                    http(
                            "https",
                            new InetSocketAddress(host, conf.https().port()),
                            conf.https().engines());
        }
    }

    private TcpPort thrift(String portName, InetSocketAddress address, ThriftService answers)
            throws IOException {
        try {
            return ThriftPort.listen(address, ioThreads, conf.limits(), answers);
        } catch (PortTakenException e) {
            throw notListening(portName, e);
        }
    }

    private TcpPort http(
            String scheme, InetSocketAddress address, @Nullable Supplier<SSLEngine> tls)
            throws IOException {
        try {
            return HttpPort.listen(
                    address,
                    ioThreads,
                    conf.limits(),
                    tls,
                    new DrpcHttp(service, new BrowserGuard(scheme, conf.names()), threadPool));
        } catch (PortTakenException e) {
            throw notListening("drpc " + scheme, e);
        }
    }

    /** Returns the exception for a port that can't be opened. */
    private static IOException notListening(String portName, PortTakenException cause) {
        return new IOException(
                portName
                        + ": "
                        + cause.getMessage()
                        + "; choose another with drpc.port, drpc.invocations.port,"
                        + " drpc.http.port or drpc.https.port",
                cause);
    }

    private static ThreadPoolExecutor threadPool() {
        ThreadPoolExecutor threadPool =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        10,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(), // bounded by the number of connections
                        command -> {
                            Thread thread = new Thread(command, "eyewall-drpc");
                            thread.setDaemon(true);
                            return thread;
                        });
        threadPool.allowCoreThreadTimeOut(true);
        return threadPool;
    }

    /** Returns the port for clients that use Thrift. */
    public int port() {
        return port(clients).orElseThrow();
    }

    /** Returns the port at which topologies fetch requests and return results. */
    public int invocationsPort() {
        return port(topologies).orElseThrow();
    }

    /** Returns the port for clients that use HTTP; empty if it is disabled. */
    public OptionalInt httpPort() {
        return port(http);
    }

    /** Returns the port for clients that use HTTPS; empty if it is not configured. */
    public OptionalInt httpsPort() {
        return port(https);
    }

    private static OptionalInt port(@Nullable TcpPort port) {
        return port == null ? OptionalInt.empty() : OptionalInt.of(port.port());
    }

    /** Closes all ports and connections, and cancels the requests of their clients. */
    @Override
    public void close() {
        close(clients);
        close(topologies);
        close(http);
        close(https);
        ioThreads.close();
        threadPool.shutdown();
    }

    private static void close(@Nullable TcpPort port) {
        if (port != null) {
            port.close();
        }
    }
}
