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
 * ports are on the loopback interface unless {@code eyewall.drpc.host} names another interface. No
 * thread waits while a topology works on a request. All threads are daemons. Any thread may call.
 */
public final class DrpcServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DrpcServer.class);

    /** The most threads that call the service, whose authorizer may block. */
    private static final int MAX_THREADS = 8;

    /** Seconds after which a thread without work ends. */
    private static final int KEEP_ALIVE_SECS = 10;

    private final ThreadPoolExecutor threadPool = createThreadPool();
    private final IoThreads ioThreads = new IoThreads("eyewall-drpc-io");
    private final DrpcService service;
    private final DrpcServerConf conf;

    private @Nullable TcpPort clientPort;
    private @Nullable TcpPort topologyPort;
    private @Nullable TcpPort httpPort;
    private @Nullable TcpPort httpsPort;

    private DrpcServer(DrpcService service, DrpcServerConf conf) {
        this.service = service;
        this.conf = conf;
    }

    /**
     * Starts a server, which answers requests until it is closed. Close it before the service.
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
        clientPort =
                listenThrift(
                        "drpc thrift",
                        new InetSocketAddress(host, conf.port()),
                        new DrpcThrift(service, threadPool, maxBytes));
        topologyPort =
                listenThrift(
                        "drpc invocations",
                        new InetSocketAddress(host, conf.invocationsPort()),
                        new InvocationsThrift(service, threadPool, maxBytes));
        if (conf.httpPort().isPresent()) {
            httpPort =
                    listenHttp(
                            "http", new InetSocketAddress(host, conf.httpPort().getAsInt()), null);
        }
        if (conf.https() != null) {
            httpsPort =
                    listenHttp(
                            "https",
                            new InetSocketAddress(host, conf.https().port()),
                            conf.https().engineFactory());
        }
    }

    private TcpPort listenThrift(
            String portName, InetSocketAddress address, ThriftService thriftService)
            throws IOException {
        try {
            return ThriftPort.listen(address, ioThreads, conf.limits(), thriftService);
        } catch (PortTakenException e) {
            throw portTakenError(portName, e);
        }
    }

    private TcpPort listenHttp(
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
            throw portTakenError("drpc " + scheme, e);
        }
    }

    /** Returns the exception for a port that can't be opened. */
    private static IOException portTakenError(String portName, PortTakenException cause) {
        return new IOException(
                portName
                        + ": "
                        + cause.getMessage()
                        + "; choose another with drpc.port, drpc.invocations.port,"
                        + " drpc.http.port or drpc.https.port",
                cause);
    }

    private static ThreadPoolExecutor createThreadPool() {
        ThreadPoolExecutor threadPool =
                new ThreadPoolExecutor(
                        MAX_THREADS,
                        MAX_THREADS,
                        KEEP_ALIVE_SECS,
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
        return portNumber(clientPort).orElseThrow();
    }

    /** Returns the port at which topologies fetch requests and return results. */
    public int invocationsPort() {
        return portNumber(topologyPort).orElseThrow();
    }

    /** Returns the port for clients that use HTTP; empty if it is disabled. */
    public OptionalInt httpPort() {
        return portNumber(httpPort);
    }

    /** Returns the port for clients that use HTTPS; empty if it is not configured. */
    public OptionalInt httpsPort() {
        return portNumber(httpsPort);
    }

    private static OptionalInt portNumber(@Nullable TcpPort port) {
        return port == null ? OptionalInt.empty() : OptionalInt.of(port.port());
    }

    /** Closes all ports and connections, and cancels the requests of their clients. */
    @Override
    public void close() {
        close(clientPort);
        close(topologyPort);
        close(httpPort);
        close(httpsPort);
        ioThreads.close();
        threadPool.shutdown();
    }

    private static void close(@Nullable TcpPort port) {
        if (port != null) {
            port.close();
        }
    }
}
