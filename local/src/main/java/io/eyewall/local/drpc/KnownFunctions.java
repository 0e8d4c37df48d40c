package io.eyewall.local.drpc;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The functions that are served: those whose requests a topology has fetched lately, or is working
 * on. That a topology has a {@code DRPCSpout} can't be seen otherwise where it runs in another
 * process, and nothing is asked for by one that is deactivated or gone. Any thread may call.
 *
 * <p>Time is counted in sweeps, not by the clock: while this process is stopped, so is the count.
 */
final class KnownFunctions {
    /** After the last question; a spout asks many times per second, but may be held back. */
    private static final long REMEMBERED_MS = TimeUnit.SECONDS.toMillis(30);

    /** After the first function was known: topologies that start together take some time. */
    private static final long SETTLING_MS = TimeUnit.SECONDS.toMillis(5);

    /** Clients choose the names, and names without end would fill the memory. */
    private static final int MAX_FUNCTIONS = 10_000;

    /** Longer names are not known. */
    static final int MAX_NAME_LENGTH = 1000;

    /** Names in a message, at most. */
    private static final int MAX_NAMED = 20;

    private final long startingMs;
    private final AtomicLong nowMs = new AtomicLong();
    private final ConcurrentHashMap<String, Function> functions = new ConcurrentHashMap<>();

    /** When a function was first asked for; {@link Long#MAX_VALUE} until then. */
    private final AtomicLong firstMs = new AtomicLong(Long.MAX_VALUE);

    private static final class Function {
        private volatile long askedForMs;
        private final AtomicInteger handedOut = new AtomicInteger();
    }

    /**
     * @param startingMs from the beginning, in which topologies may still come up
     */
    KnownFunctions(long startingMs) {
        this.startingMs = startingMs;
    }

    /** A topology asks for a request of this function. */
    void onFetch(String name) {
        Function function = functions.get(name);
        long now = nowMs.get();
        if (function == null) {
            if (name.length() > MAX_NAME_LENGTH || functions.size() >= MAX_FUNCTIONS) {
                return;
            }
            firstMs.compareAndSet(Long.MAX_VALUE, now);
            function = functions.computeIfAbsent(name, unheardOf -> new Function());
        }
        if (function.askedForMs != now) { // else many spouts would write it all the time
            function.askedForMs = now;
        }
    }

    /** A topology has been given the request, which is over when its result is there. */
    void onHandedOut(DrpcRequests.Request request) {
        Function function = functions.get(request.function());
        if (function != null) {
            function.handedOut.incrementAndGet();
            var unused =
                    request.result()
                            .whenComplete(
                                    (result, failure) -> function.handedOut.decrementAndGet());
        }
    }

    /** Some time has passed: forgets what nobody asks for any more. */
    void onSweep(long passedMs) {
        long now = nowMs.addAndGet(passedMs);
        for (String name : functions.keySet()) {
            functions.computeIfPresent(
                    name,
                    (same, function) ->
                            now - function.askedForMs > REMEMBERED_MS
                                            && function.handedOut.get() == 0
                                    ? null
                                    : function);
        }
    }

    boolean isServed(String name) {
        return functions.containsKey(name);
    }

    /** Whether functions that are unknown may be on their way, as topologies are starting. */
    boolean isStarting() {
        long first = firstMs.get();
        long now = nowMs.get();
        return now < startingMs && (first == Long.MAX_VALUE || now < first + SETTLING_MS);
    }

    /** Says what is not served, and what is. */
    String unknown(String name) {
        List<String> served =
                functions.keySet().stream()
                        .filter(known -> known.length() <= 100)
                        .sorted()
                        .limit(MAX_NAMED)
                        .toList();
        return "no topology asks for requests of the DRPC function '"
                + (name.length() > 100 ? name.substring(0, 100) + "..." : name)
                + "'; served now: "
                + (served.isEmpty() ? "none" : String.join(", ", served));
    }
}
