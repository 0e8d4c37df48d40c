package io.eyewall.local.drpc;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The functions that topologies serve: a topology has polled for their requests lately, or is
 * working on one. This also covers topologies in other processes, and excludes topologies that are
 * deactivated or over, because they don't poll. Any thread may call.
 *
 * <p>Time is counted in sweeps, not by a clock, so that it stands still while this process is
 * suspended.
 */
final class KnownFunctions {
    /**
     * How long a function is known after the last poll. A spout polls many times per second, but
     * back-pressure may stop it.
     */
    private static final long REMEMBERED_MS = TimeUnit.SECONDS.toMillis(30);

    /** How long after the first poll other topologies may still be starting. */
    private static final long SETTLING_MS = TimeUnit.SECONDS.toMillis(5);

    /**
     * The most functions; clients choose the names, so an unlimited number could fill the memory.
     */
    private static final int MAX_FUNCTIONS = 10_000;

    /** The longest name of a known function, in characters. */
    static final int MAX_NAME_LENGTH = 1000;

    /** The most names in a message. */
    private static final int MAX_NAMED = 20;

    private final long startingMs;
    private final AtomicLong nowMs = new AtomicLong();
    private final ConcurrentHashMap<String, Function> functions = new ConcurrentHashMap<>();

    /** The time of the first poll for any function; {@link Long#MAX_VALUE} until then. */
    private final AtomicLong firstMs = new AtomicLong(Long.MAX_VALUE);

    private static final class Function {
        private volatile long lastPollMs;
        private final AtomicInteger inProgress = new AtomicInteger();
    }

    /**
     * @param startingMs the time after creation in which topologies may still be starting
     */
    KnownFunctions(long startingMs) {
        this.startingMs = startingMs;
    }

    /** Records that a topology polls for a request of a function. */
    void onFetch(String name) {
        Function function = functions.get(name);
        long now = nowMs.get();
        if (function == null) {
            if (name.length() > MAX_NAME_LENGTH || functions.size() >= MAX_FUNCTIONS) {
                return;
            }
            firstMs.compareAndSet(Long.MAX_VALUE, now);
            function = functions.computeIfAbsent(name, key -> new Function());
        }
        if (function.lastPollMs != now) { // avoids constant writes by many polling spouts
            function.lastPollMs = now;
        }
    }

    /** Records that a topology works on a request, until the request is over. */
    void onHandedOut(DrpcRequests.Request request) {
        Function function = functions.get(request.function());
        if (function != null) {
            function.inProgress.incrementAndGet();
            var unused =
                    request.result()
                            .whenComplete(
                                    (result, failure) -> function.inProgress.decrementAndGet());
        }
    }

    /** Advances the time, and removes functions that are not served any more. */
    void onSweep(long passedMs) {
        long now = nowMs.addAndGet(passedMs);
        for (String name : functions.keySet()) {
            functions.computeIfPresent(
                    name,
                    (same, function) ->
                            now - function.lastPollMs > REMEMBERED_MS
                                            && function.inProgress.get() == 0
                                    ? null
                                    : function);
        }
    }

    boolean isServed(String name) {
        return functions.containsKey(name);
    }

    /**
     * Returns whether topologies may still be starting, so that unknown functions may become known.
     */
    boolean isStarting() {
        long first = firstMs.get();
        long now = nowMs.get();
        return now < startingMs && (first == Long.MAX_VALUE || now < first + SETTLING_MS);
    }

    /** Returns a function's name for a message: clients choose it, and it may be long. */
    static String shown(String name) {
        return name.length() > 100 ? name.substring(0, 100) + "..." : name;
    }

    /**
     * Returns a message that says that a function is not served, and lists the functions that are.
     */
    String unknown(String name) {
        List<String> served =
                functions.keySet().stream()
                        .filter(known -> known.length() <= 100)
                        .sorted()
                        .limit(MAX_NAMED)
                        .toList();
        return "no topology asks for requests of the DRPC function '"
                + shown(name)
                + "'; served now: "
                + (served.isEmpty() ? "none" : String.join(", ", served));
    }
}
