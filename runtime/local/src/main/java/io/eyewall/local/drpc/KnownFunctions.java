package io.eyewall.local.drpc;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The functions that topologies serve. A function is served if a topology has polled for its
 * requests in the last {@link #MAX_POLL_AGE_MS}, or is working on one. This also covers topologies
 * in other processes, and excludes topologies that are deactivated or over, because they don't
 * poll. Any thread may call.
 *
 * <p>Time is counted in sweeps, not by a clock, so that it stands still while this process is
 * suspended.
 */
final class KnownFunctions {
    /**
     * The time for which a function stays known after its last poll. A spout polls many times per
     * second, but back-pressure may stop it.
     */
    private static final long MAX_POLL_AGE_MS = TimeUnit.SECONDS.toMillis(30);

    /** The time after the first poll for any function in which other topologies may be starting. */
    private static final long SETTLING_MS = TimeUnit.SECONDS.toMillis(5);

    /**
     * The most functions. Clients choose the names, so an unlimited number of functions could fill
     * the memory.
     */
    private static final int MAX_FUNCTIONS = 10_000;

    /** The longest name of a known function, in characters. */
    static final int MAX_NAME_LENGTH = 1000;

    /** The longest part of a name that a message shows, in characters. */
    private static final int MAX_SHOWN_LENGTH = 100;

    /** The most names in a message. */
    private static final int MAX_LISTED_NAMES = 20;

    private final long startingMs;
    private final AtomicLong nowMs = new AtomicLong();
    private final ConcurrentHashMap<String, Function> functions = new ConcurrentHashMap<>();

    /** The time of the first poll for any function; {@link Long#MAX_VALUE} until then. */
    private final AtomicLong firstPollMs = new AtomicLong(Long.MAX_VALUE);

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
    void onPoll(String name) {
        Function function = functions.get(name);
        long now = nowMs.get();
        if (function == null) {
            if (name.length() > MAX_NAME_LENGTH || functions.size() >= MAX_FUNCTIONS) {
                return;
            }
            firstPollMs.compareAndSet(Long.MAX_VALUE, now);
            function = functions.computeIfAbsent(name, key -> new Function());
        }
        if (function.lastPollMs != now) { // avoids constant writes by many polling spouts
            function.lastPollMs = now;
        }
    }

    /** Records that a topology works on a request, until the request is over. */
    void onRequestFetched(DrpcRequests.Request request) {
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
                    (key, function) ->
                            now - function.lastPollMs > MAX_POLL_AGE_MS
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
        long firstPoll = firstPollMs.get();
        long now = nowMs.get();
        return now < startingMs && (firstPoll == Long.MAX_VALUE || now < firstPoll + SETTLING_MS);
    }

    /** Shortens a function's name for a message: clients choose names, which may be long. */
    static String abbreviate(String name) {
        return name.length() > MAX_SHOWN_LENGTH
                ? name.substring(0, MAX_SHOWN_LENGTH) + "..."
                : name;
    }

    /**
     * Returns a message that says that a function is not served, and lists the functions that are.
     */
    String unknownFunctionMessage(String name) {
        List<String> served =
                functions.keySet().stream()
                        .filter(known -> known.length() <= MAX_SHOWN_LENGTH)
                        .sorted()
                        .limit(MAX_LISTED_NAMES)
                        .toList();
        return "no topology asks for requests of the DRPC function '"
                + abbreviate(name)
                + "'; served now: "
                + (served.isEmpty() ? "none" : String.join(", ", served));
    }
}
