package io.eyewall.local.drpc;

import com.sun.net.httpserver.HttpsConfigurator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.DistributedRPC;
import org.apache.storm.generated.DistributedRPCInvocations;
import org.apache.storm.thrift.async.AsyncMethodCallback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets other processes call the DRPC functions of this one, and implement them: by Thrift with
 * Storm's own clients ({@code DRPCClient}, {@code DRPCSpout}, {@code ReturnResults}) and by HTTP.
 *
 * <p>Nobody is asked who they are, so the ports are on the loopback interface unless {@code
 * eyewall.drpc.host} says otherwise. No thread waits while a topology works on a request. All
 * threads are daemons. Any thread may call.
 */
public final class DrpcServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DrpcServer.class);
    private static final int THREADS = 8;

    private final ThreadPoolExecutor threadPool;
    private final ThriftPort clients;
    private final ThriftPort topologies;
    private final @Nullable HttpPort http;
    private final @Nullable HttpPort https;

    private DrpcServer(
            ThreadPoolExecutor threadPool,
            ThriftPort clients,
            ThriftPort topologies,
            @Nullable HttpPort http,
            @Nullable HttpPort https) {
        this.threadPool = threadPool;
        this.clients = clients;
        this.topologies = topologies;
        this.http = http;
        this.https = https;
    }

    /**
     * Listens and answers until it is closed; close it before the service.
     *
     * @throws IOException if a port is taken or the host isn't one of this machine; then none is
     *     listened on
     */
    public static DrpcServer start(DrpcService service, DrpcServerConf conf) throws IOException {
        InetAddress host = InetAddress.getByName(conf.host());
        if (!host.isLoopbackAddress()) {
            LOG.warn("DRPC listens on {}: all who reach it may call and answer", host);
        }
        ThreadPoolExecutor threadPool = threadPool();
        ThriftPort clients = null;
        ThriftPort topologies = null;
        HttpPort http = null;
        HttpPort https = null;
        try {
            clients =
                    new ThriftPort(
                            "drpc thrift",
                            new InetSocketAddress(host, conf.port()),
                            new DistributedRPC.AsyncProcessor<>(
                                    (function, args, callback) ->
                                            execute(service, function, args, callback, threadPool)),
                            conf.maxRequestBytes());
            topologies =
                    new ThriftPort(
                            "drpc invocations",
                            new InetSocketAddress(host, conf.invocationsPort()),
                            new DistributedRPCInvocations.Processor<>(service),
                            conf.maxRequestBytes());
            if (conf.httpPort().isPresent()) {
                http = httpPort(host, conf.httpPort().getAsInt(), null, service, conf, threadPool);
            }
            if (conf.https() != null) {
                https =
                        httpPort(
                                host,
                                conf.https().port(),
                                conf.https().configurator(),
                                service,
                                conf,
                                threadPool);
            }
            DrpcServer server = new DrpcServer(threadPool, clients, topologies, http, https);
            server.listen();
            return server;
        } catch (IOException e) {
            if (clients != null) {
                clients.close();
            }
            if (topologies != null) {
                topologies.close();
            }
            if (http != null) {
                http.close();
            }
            threadPool.shutdown();
            throw e;
        }
    }

    private static HttpPort httpPort(
            InetAddress host,
            int port,
            @Nullable HttpsConfigurator https,
            DrpcService service,
            DrpcServerConf conf,
            ThreadPoolExecutor threadPool)
            throws IOException {
        return new HttpPort(
                new InetSocketAddress(host, port),
                https,
                service,
                threadPool,
                conf.maxRequestBytes());
    }

    private void listen() {
        clients.start();
        topologies.start();
        if (http != null) {
            http.start();
        }
        if (https != null) {
            https.start();
        }
    }

    private static ThreadPoolExecutor threadPool() {
        ThreadPoolExecutor threadPool =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        10,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        command -> {
                            Thread thread = new Thread(command, "eyewall-drpc");
                            thread.setDaemon(true);
                            return thread;
                        });
        threadPool.allowCoreThreadTimeOut(true);
        return threadPool;
    }

    /** Called by the port's only thread; answers on the pool, not on the engine's thread. */
    private static void execute(
            DrpcService service,
            @Nullable String function,
            String args,
            AsyncMethodCallback<String> callback,
            ExecutorService threadPool) {
        try {
            var unused =
                    service.executeAsync(function == null ? "" : function, args)
                            .whenCompleteAsync(
                                    (result, failure) -> {
                                        if (failure == null) {
                                            callback.onComplete(result);
                                        } else {
                                            callback.onError(asException(failure));
                                        }
                                    },
                                    threadPool);
        } catch (AuthorizationException e) {
            callback.onError(e);
        }
    }

    private static Exception asException(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        return cause instanceof Exception e ? e : new IllegalStateException(cause);
    }

    /** The exception of a port that can't be had. */
    static IOException notListening(String what, InetSocketAddress address, Exception cause) {
        return new IOException(
                what
                        + ": can't listen on "
                        + address.getHostString()
                        + " port "
                        + address.getPort()
                        + " ("
                        + (cause.getCause() == null ? cause : cause.getCause()).getMessage()
                        + "); choose another with drpc.port, drpc.invocations.port,"
                        + " drpc.http.port or drpc.https.port",
                cause);
    }

    /** Where clients call by Thrift. */
    public int port() {
        return clients.port();
    }

    /** Where topologies fetch requests and return results. */
    public int invocationsPort() {
        return topologies.port();
    }

    /** Where clients call by HTTP; empty if it is switched off. */
    public OptionalInt httpPort() {
        return http == null ? OptionalInt.empty() : OptionalInt.of(http.port());
    }

    /** Where clients call by HTTPS; empty if it is not configured. */
    public OptionalInt httpsPort() {
        return https == null ? OptionalInt.empty() : OptionalInt.of(https.port());
    }

    /** Ends all connections; requests under way go on in the service. */
    @Override
    public void close() {
        clients.close();
        topologies.close();
        if (http != null) {
            http.close();
        }
        if (https != null) {
            https.close();
        }
        threadPool.shutdown();
    }
}
