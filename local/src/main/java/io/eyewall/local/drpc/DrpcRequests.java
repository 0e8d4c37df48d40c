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
 * The requests that clients wait for, in one queue per function until they are fetched (Storm:
 * daemon/drpc/DRPC.java). Any thread may call; nothing blocks.
 *
 * <p>A request is over when its future is done: with a result, with the topology's failure, or
 * because {@link #failTimedOut} or {@link #close} ended it. What arrives for it later is ignored.
 */
final class DrpcRequests implements AutoCloseable {
    /**
     * One call.
     *
     * @param deadlineNs by {@link Time#nanoTime}, when it times out: clocks may be set
     * @param result never null; fails with a {@link DRPCExecutionException}
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
     * @param timeoutMs how long a client waits at most
     */
    DrpcRequests(long timeoutMs) {
        this.timeoutNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    }

    /** Puts a request in its function's queue. After {@link #close} it fails at once. */
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
        // In the same action as finding the queue, which failTimedOut drops when it is empty.
        unfetched.compute(
                function,
                (name, queue) -> {
                    Queue<Request> found = queue == null ? new ConcurrentLinkedQueue<>() : queue;
                    found.add(request);
                    return found;
                });
        if (closed) { // after the put: close either sees the request or has set this before
            end(request, failure("Server Shutting Down", DRPCExceptionType.SERVER_SHUTDOWN));
        }
        return request;
    }

    /** The oldest request that somebody still waits for, or null. It is fetched only once. */
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

    /** The request with this id if somebody still waits for it, else null. */
    @Nullable Request find(@Nullable String id) {
        return id == null ? null : waiting.get(id);
    }

    /**
     * Answers a request.
     *
     * @param result null, which a bolt may return, fails it
     */
    static void complete(Request request, @Nullable String result) {
        if (result == null) {
            end(request, noResult());
        } else {
            request.result.complete(result);
        }
    }

    static void end(Request request, DRPCExecutionException failure) {
        request.result.completeExceptionally(failure);
    }

    /**
     * Ends all that are past their deadline, and forgets those that nobody fetched.
     *
     * @return how many timed out
     */
    int failTimedOut() {
        long nowNs = Time.nanoTime();
        int timedOut = 0;
        for (Request request : waiting.values()) {
            if (nowNs - request.deadlineNs >= 0) {
                end(request, failure("Timed Out", DRPCExceptionType.SERVER_TIMEOUT));
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

    /** How many queues there are: functions with requests that wait to be fetched. */
    int functions() {
        return unfetched.size();
    }

    /** Ends all requests; those that come later end at once. */
    @Override
    public void close() {
        closed = true;
        for (Request request : waiting.values()) {
            end(request, failure("Server Shutting Down", DRPCExceptionType.SERVER_SHUTDOWN));
        }
        unfetched.clear();
    }

    /** Returns the exception that Storm's server throws when a request has no result. */
    static DRPCExecutionException noResult() {
        return failure(
                "Internal Error: No Result and No Exception", DRPCExceptionType.INTERNAL_ERROR);
    }

    /** The exception that Storm's server throws. */
    static DRPCExecutionException failure(String message, DRPCExceptionType type) {
        DRPCExecutionException failure = new WrappedDRPCExecutionException(message);
        failure.set_type(type);
        return failure;
    }
}
