package io.eyewall.local.drpc;

import io.eyewall.ports.BrowserGuard;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpHead;
import io.eyewall.ports.HttpService;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * DRPC by HTTP or HTTPS, as Storm's DRPC server offers it (Storm:
 * daemon/drpc/webapp/DRPCResource.java):
 *
 * <pre>
 * GET  /drpc/FUNCTION          no arguments
 * GET  /drpc/FUNCTION/ARGS     ARGS percent-encoded, a slash too
 * POST /drpc/FUNCTION          the body is the arguments, in UTF-8
 *
 * 200  the result, as plain text          404  no topology serves the function
 * 400  the topology failed the request    403  not permitted
 * 503  the server is closing              504  timed out       500  anything else
 * </pre>
 *
 * <p>Errors have a JSON body with {@code error} and {@code errorMessage}. No thread waits while a
 * topology works on a request; a client that disconnects cancels its request. Any thread may call.
 */
final class DrpcHttp implements HttpService {
    private static final String PATH = "/drpc/";

    private final DrpcService service;
    private final BrowserGuard browsers;
    private final Executor threadPool;

    /** A request: function and arguments. */
    private record Call(String function, @Nullable String args) {}

    /**
     * @param threadPool runs calls of the service, whose authorizer may block
     */
    DrpcHttp(DrpcService service, BrowserGuard browsers, Executor threadPool) {
        this.service = service;
        this.browsers = browsers;
        this.threadPool = threadPool;
    }

    @Override
    public @Nullable HttpAnswer refuse(HttpHead head) {
        String forbidden = browsers.refusal(head);
        if (forbidden != null) {
            return HttpAnswer.error(403, "Forbidden", forbidden);
        }
        Call call;
        try {
            call = parseCall(head.path());
        } catch (IllegalArgumentException e) { // bad percent-encoding
            return HttpAnswer.error(400, "Bad Request", e.getMessage());
        }
        if (call == null) {
            return HttpAnswer.error(
                    404,
                    "Not Found",
                    "expected /drpc/FUNCTION or /drpc/FUNCTION/ARGS, with / in ARGS as %2F");
        }
        boolean allowsPost = call.args == null;
        if (head.method().equals("GET") || (allowsPost && head.method().equals("POST"))) {
            return null;
        }
        return HttpAnswer.error(
                405,
                "Method Not Allowed",
                head.method(),
                Map.of("Allow", allowsPost ? "GET, POST" : "GET"));
    }

    /** Parses a path that begins with {@code /drpc/}; returns null for other paths. */
    private static @Nullable Call parseCall(String path) {
        if (!path.startsWith(PATH)) {
            return null;
        }
        String[] segments = path.substring(PATH.length()).split("/", -1);
        if (segments[0].isEmpty() || segments.length > 2) {
            return null;
        }
        return new Call(decode(segments[0]), segments.length == 2 ? decode(segments[1]) : null);
    }

    private static String decode(String segment) {
        // The decoder is made for forms, where a plus is a blank; in a path it is a plus.
        return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpHead head, byte[] body) {
        Call call = parseCall(head.path());
        if (call == null) {
            throw new IllegalStateException(
                    "refuse() should have rejected the path " + head.path());
        }
        String args =
                head.method().equals("POST")
                        ? new String(body, StandardCharsets.UTF_8)
                        : call.args == null ? "" : call.args;
        CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
        threadPool.execute(() -> execute(call.function, args, answer));
        return answer;
    }

    private void execute(String function, String args, CompletableFuture<HttpAnswer> answer) {
        try {
            CompletableFuture<String> result = service.executeIfServed(function, args);
            var unusedAnswer =
                    result.whenComplete(
                            (text, thrown) -> answer.complete(toHttpAnswer(text, thrown)));
            var unusedEnd =
                    answer.whenComplete(
                            (given, thrown) -> {
                                if (thrown != null) { // the client has disconnected
                                    result.cancel(false);
                                }
                            });
        } catch (AuthorizationException e) {
            answer.complete(HttpAnswer.error(403, "Not Authorized", e.get_msg()));
        } catch (RuntimeException | Error e) { // thrown by the authorizer
            answer.completeExceptionally(e);
        }
    }

    private static HttpAnswer toHttpAnswer(@Nullable String result, @Nullable Throwable thrown) {
        if (result != null) {
            return HttpAnswer.text(result);
        }
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null
                        ? thrown.getCause()
                        : thrown;
        if (failure instanceof UnknownFunctionException e) {
            return HttpAnswer.error(404, "Not Found", e.get_msg());
        } else if (failure instanceof TooManyEarlyRequestsException e) {
            return HttpAnswer.error(503, "Busy", e.get_msg(), Map.of("Retry-After", "1"));
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
            return HttpAnswer.error(status, type.toString(), e.get_msg());
        }
        return HttpAnswer.error(500, "Internal Error", String.valueOf(failure));
    }
}
