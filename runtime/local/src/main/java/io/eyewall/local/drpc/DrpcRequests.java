package io.eyewall.local.drpc;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.WrappedDRPCExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The requests for whose results clients wait. Each function has a queue of requests that no
 * topology has fetched yet (Storm: daemon/drpc/DRPC.java). Any thread may call; nothing blocks.
 *
 * <p>A request is over when its future is done: with a result, with the topology's failure, or
 * because {@link #failTimedOut} or {@link #close} ended it. Results that arrive later are ignored.
 */
final class DrpcRequests implements AutoCloseable {
    /**
     * One call.
     *
     * @param deadlineNs the time at which the call times out, by {@link Time#nanoTime}, which does
     *     not change when the system clock is set
     * @param result the future of the result, which is never null; fails with a {@link
     *     DRPCExecutionException}
     */
    record Request(
            String id,
            String function,
            @Nullable String args,
            long deadlineNs,
            CompletableFuture<String> result) {}

    private final long timeoutNs;
    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentHashMap<String, Request> waiting = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Queue<Request>> unfetched = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * @param timeoutMs the longest time that a client waits
     */
    DrpcRequests(long timeoutMs) {
        this.timeoutNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    }

    /**
     * Adds a request to its function's queue. After {@link #close} the request fails immediately.
     */
    Request submit(String function, @Nullable String args) {
        Request request =
                new Request(
                        String.valueOf(lastId.incrementAndGet()),
                        function,
                        args,
                        Time.nanoTime() + timeoutNs,
                        new CompletableFuture<>());
        waiting.put(request.id, request);
        var unused = request.result.whenComplete((result, failure) -> waiting.remove(request.id));
        // Atomic with the look-up of the queue, because failTimedOut removes empty queues.
        unfetched.compute(
                function,
                (name, queue) -> {
                    Queue<Request> functionQueue =
                            queue == null ? new ConcurrentLinkedQueue<>() : queue;
                    functionQueue.add(request);
                    return functionQueue;
                });
        // Read after the put: either close() finds the request, or this thread finds the flag set.
        if (closed) {
            fail(
                    request,
                    executionException("Server Shutting Down", DRPCExceptionType.SERVER_SHUTDOWN));
        }
        return request;
    }

    /** Removes and returns the oldest request that a client still waits for, or null. */
    @Nullable Request fetch(String function) {
        Queue<Request> queue = unfetched.get(function);
        while (queue != null) {
            Request request = queue.poll();
            if (request == null || !request.result.isDone()) {
                return request;
            }
        }
        return null;
    }

    /** Returns the request with this id if a client still waits for it, else null. */
    @Nullable Request find(@Nullable String id) {
        return id == null ? null : waiting.get(id);
    }

    /**
     * Answers a request.
     *
     * @param result null fails the request; a bolt may return null
     */
    static void complete(Request request, @Nullable String result) {
        if (result == null) {
            fail(request, noResultException());
        } else {
            request.result.complete(result);
        }
    }

    static void fail(Request request, DRPCExecutionException failure) {
        request.result.completeExceptionally(failure);
    }

    /**
     * Fails all requests that are past their deadline, and removes requests that are over from the
     * queues.
     *
     * @return the number of requests that timed out
     */
    int failTimedOut() {
        long nowNs = Time.nanoTime();
        int timedOut = 0;
        for (Request request : waiting.values()) {
            if (nowNs - request.deadlineNs >= 0) {
                fail(request, executionException("Timed Out", DRPCExceptionType.SERVER_TIMEOUT));
                timedOut++;
            }
        }
        for (String function : unfetched.keySet()) {
            unfetched.computeIfPresent(
                    function,
                    (name, queue) -> {
                        queue.removeIf(request -> request.result.isDone());
                        return queue.isEmpty() ? null : queue;
                    });
        }
        return timedOut;
    }

    /** Returns the number of queues, that is, of functions with unfetched requests. */
    int queueCount() {
        return unfetched.size();
    }

    /** Fails all requests; later ones fail immediately. */
    @Override
    public void close() {
        closed = true;
        for (Request request : waiting.values()) {
            fail(
                    request,
                    executionException("Server Shutting Down", DRPCExceptionType.SERVER_SHUTDOWN));
        }
        unfetched.clear();
    }

    /** Returns the exception that Storm's server throws when a request has no result. */
    static DRPCExecutionException noResultException() {
        return executionException(
                "Internal Error: No Result and No Exception", DRPCExceptionType.INTERNAL_ERROR);
    }

    /** Returns an exception of the kind that Storm's server throws. */
    static DRPCExecutionException executionException(String message, DRPCExceptionType type) {
        DRPCExecutionException failure = new WrappedDRPCExecutionException(message);
        failure.set_type(type);
        return failure;
    }
}
