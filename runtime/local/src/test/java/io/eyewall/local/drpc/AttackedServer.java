package io.eyewall.local.drpc;

import io.eyewall.local.StormConf;
import io.eyewall.ports.PortLimits;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.utils.DRPCClient;

/** A server on local ports with narrow limits, and a function {@code echo}. */
final class AttackedServer implements AutoCloseable {
    static final int CONNECTIONS = 40;
    static final int REQUEST_BYTES = 1 << 20;

    private final Map<String, Object> conf = StormConf.localMode();
    private final DrpcService service;
    private final DrpcServer server;
    private final Thread echo = new Thread(this::echo, "echo");
    private volatile boolean closed;

    /**
     * @param patienceMs see {@link PortLimits}
     */
    AttackedServer(long patienceMs) throws Exception {
        conf.put("eyewall.drpc.starting.secs", 0);
        service = new DrpcService(conf, new StormMetricsRegistry());
        service.fetchRequest("echo"); // from now on it is served
        service.fetchRequest("long");
        service.fetchRequest("never");
        server =
                DrpcServer.start(
                        service,
                        new DrpcServerConf(
                                "127.0.0.1",
                                0,
                                0,
                                OptionalInt.of(0),
                                null,
                                Set.of("known.example"),
                                new PortLimits(CONNECTIONS, patienceMs, REQUEST_BYTES, 16L << 20)));
        echo.setDaemon(true);
        echo.start();
    }

    /** Answers calls of {@code echo} with the arguments, and of {@code long} with many bytes. */
    private void echo() {
        try {
            while (!closed) {
                var request = service.fetchRequest("echo");
                if (!request.get_request_id().isEmpty()) {
                    service.result(request.get_request_id(), request.get_func_args() + "!");
                }
                request = service.fetchRequest("long");
                if (!request.get_request_id().isEmpty()) {
                    service.result(request.get_request_id(), "x".repeat(8 << 20));
                }
                Thread.sleep(1);
            }
        } catch (AuthorizationException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    DrpcService service() {
        return service;
    }

    RawClient http() throws Exception {
        return new RawClient(server.httpPort().orElseThrow());
    }

    RawClient thrift() throws Exception {
        return new RawClient(server.port());
    }

    RawClient invocations() throws Exception {
        return new RawClient(server.invocationsPort());
    }

    /** Sends bytes to the HTTP port, and reads until the connection ends. */
    String call(String request) throws Exception {
        try (RawClient client = http()) {
            return client.send(request).readToEnd();
        }
    }

    /** Returns the answer to a well-behaved HTTP client. */
    String echoByHttp() throws Exception {
        return call("GET /drpc/echo/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    /** Returns the answer to Storm's client. */
    String echoByThrift() throws Exception {
        try (DRPCClient client = new DRPCClient(conf, "127.0.0.1", server.port())) {
            return client.execute("echo", "x");
        }
    }

    @Override
    public void close() {
        closed = true;
        server.close();
        service.close();
    }
}
