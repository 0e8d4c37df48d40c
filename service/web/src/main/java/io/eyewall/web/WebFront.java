package io.eyewall.web;

import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpHead;
import io.eyewall.ports.HttpService;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes allowed requests to the handlers of their routes. Called by event loops. */
final class WebFront implements HttpService {
    private static final Logger LOG = LoggerFactory.getLogger(WebFront.class);

    private final List<WebRoute> routes;
    private final Gate gate;
    private final Executor threads;
    private final RequestListener listener;

    WebFront(List<WebRoute> routes, Gate gate, Executor threads, RequestListener listener) {
        this.routes =
                routes.stream()
                        .sorted(Comparator.comparingInt((WebRoute r) -> -r.path().length()))
                        .toList();
        this.gate = gate;
        this.threads = threads;
        this.listener = listener;
    }

    @Override
    public @Nullable HttpAnswer refuse(HttpHead head) {
        WebRoute route = findRoute(head.path());
        WebRoute.Kind kind = route == null ? WebRoute.Kind.API : route.kind();
        HttpAnswer refusal = gate.refusal(head, kind);
        if (refusal == null && route == null) {
            refusal = HttpAnswer.error(404, "Not Found", "there is nothing here by that path");
        }
        if (refusal == null) {
            return null;
        }
        listener.onAnswered("", refusal.status(), 0);
        return SecurityHeaders.addTo(refusal);
    }

    private @Nullable WebRoute findRoute(String path) {
        return routes.stream().filter(route -> route.matches(path)).findFirst().orElse(null);
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpHead head, byte[] body) {
        WebRoute route = findRoute(head.path());
        if (route == null) {
            throw new IllegalStateException("no route, and not refused: " + head.path());
        }
        WebRequest request = new WebRequest(head, body);
        if (route.kind() == WebRoute.Kind.OPEN) {
            return CompletableFuture.completedFuture(handle(route, request));
        }
        CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
        try {
            threads.execute(
                    () -> {
                        if (!answer.isDone()) { // otherwise the client has disconnected
                            answer.complete(handle(route, request));
                        }
                    });
        } catch (RejectedExecutionException e) {
            answer.complete(overloaded());
            listener.onAnswered(route.path(), 503, 0);
        }
        return answer;
    }

    private HttpAnswer handle(WebRoute route, WebRequest request) {
        long startNs = System.nanoTime();
        HttpAnswer answer = tryHandle(route, request);
        listener.onAnswered(route.path(), answer.status(), System.nanoTime() - startNs);
        return SecurityHeaders.addTo(answer);
    }

    @SuppressWarnings("CatchingUnchecked") // the client needs an answer in any case
    private static HttpAnswer tryHandle(WebRoute route, WebRequest request) {
        try {
            return route.handler().answer(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return HttpAnswer.error(503, "Closing", "the server is closing");
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            LOG.warn("{} {} could not be answered", request.method(), route.path(), e);
            return HttpAnswer.error(500, "Internal Error", "the server's log says why");
        }
    }

    private static HttpAnswer overloaded() {
        return SecurityHeaders.addTo(
                HttpAnswer.error(
                        503,
                        "Overloaded",
                        "too many requests wait; try again later",
                        Map.of("Retry-After", "1")));
    }
}
