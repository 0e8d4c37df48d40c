package io.eyewall.local.drpc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DRPC by HTTP or HTTPS, as Storm's DRPC server offers it (Storm:
 * daemon/drpc/webapp/DRPCResource.java):
 *
 * <pre>
 * GET  /drpc/FUNCTION          no arguments
 * GET  /drpc/FUNCTION/ARGS     ARGS percent-encoded, a slash too
 * POST /drpc/FUNCTION          the body is the arguments, in UTF-8
 *
 * 200  the result, as plain text
 * 400  the topology failed the request    403  not permitted
 * 503  the server is closing              504  timed out       500  anything else
 * </pre>
 *
 * <p>Errors have a JSON body with {@code error} and {@code errorMessage}. No thread waits while a
 * topology works on a request. Calls that a web page of another origin makes are refused: whoever
 * sees such a page in a browser on this machine has not asked for them.
 */
final class HttpPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);
    private static final String PATH = "/drpc/";

    private final HttpServer server;
    private final DrpcService service;
    private final ExecutorService threadPool;
    private final int maxRequestBytes;
    private final String scheme;

    /**
     * Listens; {@link #start} answers.
     *
     * @param https null for plain HTTP
     * @param threadPool reads requests and writes responses, which may block
     * @throws IOException if the port is taken or the address isn't ours
     */
    HttpPort(
            InetSocketAddress address,
            @Nullable HttpsConfigurator https,
            DrpcService service,
            ExecutorService threadPool,
            int maxRequestBytes)
            throws IOException {
        this.service = service;
        this.threadPool = threadPool;
        this.maxRequestBytes = maxRequestBytes;
        this.scheme = https == null ? "http" : "https";
        try {
            server = https == null ? HttpServer.create(address, 0) : secure(address, https);
        } catch (IOException e) {
            throw DrpcServer.notListening("drpc " + scheme, address, e);
        }
        server.setExecutor(threadPool);
    }

    private static HttpServer secure(InetSocketAddress address, HttpsConfigurator https)
            throws IOException {
        HttpsServer server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(https);
        return server;
    }

    void start() {
        server.createContext("/", this::handle);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        CompletableFuture<String> answer;
        try {
            String function;
            String args;
            String[] path = segments(exchange.getRequestURI());
            String method = exchange.getRequestMethod();
            if (isCrossOrigin(exchange)) {
                error(exchange, 403, "Forbidden", "called by a web page of another origin");
                return;
            } else if (path.length == 0 || path[0].isEmpty() || path.length > 2) {
                error(
                        exchange,
                        404,
                        "Not Found",
                        "expected /drpc/FUNCTION or /drpc/FUNCTION/ARGS, with / in ARGS as %2F");
                return;
            } else if (method.equals("GET")) {
                args = path.length == 2 ? path[1] : "";
            } else if (method.equals("POST") && path.length == 1) {
                byte[] body = exchange.getRequestBody().readNBytes(maxRequestBytes + 1);
                if (body.length > maxRequestBytes) {
                    error(
                            exchange,
                            413,
                            "Too Large",
                            "more than "
                                    + maxRequestBytes
                                    + " bytes of arguments; raise drpc.max_buffer_size");
                    return;
                }
                args = new String(body, StandardCharsets.UTF_8);
            } else {
                exchange.getResponseHeaders().set("Allow", path.length == 1 ? "GET, POST" : "GET");
                error(exchange, 405, "Method Not Allowed", method);
                return;
            }
            function = path[0];
            answer = service.executeAsync(function, args);
        } catch (AuthorizationException e) {
            error(exchange, 403, "Not Authorized", e.get_msg());
            return;
        } catch (IllegalArgumentException e) { // bad percent-encoding
            error(exchange, 400, "Bad Request", String.valueOf(e.getMessage()));
            return;
        }
        var unused =
                answer.whenCompleteAsync(
                        (result, failure) -> respond(exchange, result, failure), threadPool);
    }

    /** What follows {@code /drpc/}, decoded; empty if the path is another. */
    private static String[] segments(URI uri) {
        String path = uri.getRawPath();
        if (path == null || !path.startsWith(PATH)) {
            return new String[0];
        }
        String[] segments = path.substring(PATH.length()).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            // In a path a plus is itself; the decoder is made for forms.
            segments[i] =
                    URLDecoder.decode(segments[i].replace("+", "%2B"), StandardCharsets.UTF_8);
        }
        return segments;
    }

    private boolean isCrossOrigin(HttpExchange exchange) {
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        return origin != null
                && !origin.equals(scheme + "://" + exchange.getRequestHeaders().getFirst("Host"));
    }

    private static void respond(
            HttpExchange exchange, @Nullable String result, @Nullable Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null
                        ? thrown.getCause()
                        : thrown;
        try {
            if (result != null) {
                send(exchange, 200, "text/plain; charset=utf-8", result);
            } else if (failure instanceof DRPCExecutionException e) {
                DRPCExceptionType type =
                        e.is_set_type() ? e.get_type() : DRPCExceptionType.INTERNAL_ERROR;
                int status =
                        switch (type) {
                            case FAILED_REQUEST -> 400;
                            case SERVER_SHUTDOWN -> 503;
                            case SERVER_TIMEOUT -> 504;
                            case INTERNAL_ERROR -> 500;
                        };
                error(exchange, status, type.toString(), e.get_msg());
            } else {
                error(exchange, 500, "Internal Error", String.valueOf(failure));
            }
        } catch (IOException e) {
            LOG.debug("The client of {} did not wait for its answer", exchange.getRequestURI(), e);
        }
    }

    private static void error(
            HttpExchange exchange, int status, String error, @Nullable String message)
            throws IOException {
        Map<String, String> body =
                Map.of("error", error, "errorMessage", message == null ? "" : message);
        send(exchange, status, "application/json", JSONValue.toJSONString(body));
    }

    private static void send(HttpExchange exchange, int status, String type, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
