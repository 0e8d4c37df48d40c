package io.eyewall.server;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.web.WebRequest;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cache of topology pages: concurrent and repeated requests for the same page share one answer
 * until the page's content changes. The content changes when the topology's keeper has polled the
 * topology again, which it does each second and after each order. Any thread may call.
 */
final class SharedAnswers {
    /** Paths of pages that show counters only; log levels and actions are not cached. */
    private static final Pattern PAGE =
            Pattern.compile("/api/v1/topology/([^/]+)(|/metrics|/visualization|/component/[^/]+)");

    /** The largest number of cached answers, whatever requests clients make up. */
    private static final int MAX = 32;

    private final Supplier<? extends Collection<RunningTopology>> topologies;
    private final Map<Request, Slot> slots = new ConcurrentHashMap<>();

    private record Request(String path, String query, @Nullable String accept) {}

    /** The state that a page shows; compared by identity. */
    private record Shown(RecentNumbers numbers, TopologyPlan plan, TopologyStatus status) {
        @SuppressWarnings("ReferenceEquality") // each poll makes a new object
        boolean isSame(Shown other) {
            return numbers == other.numbers && plan == other.plan && status == other.status;
        }
    }

    private static final class Slot {
        // Guarded by this.
        private @Nullable Shown shown;
        private @Nullable HttpAnswer answer;

        /** Returns the answer for a state; later callers block while the first one makes it. */
        synchronized HttpAnswer get(Shown now, Supplier<HttpAnswer> maker) {
            Shown before = shown;
            if (before == null || !before.isSame(now)) {
                shown = null;
                HttpAnswer made = maker.get();
                answer = made;
                if (made.status() == 200) {
                    shown = now;
                }
            }
            return Objects.requireNonNull(answer);
        }
    }

    /**
     * @param topologies returns the current topologies; called for each request
     */
    SharedAnswers(Supplier<? extends Collection<RunningTopology>> topologies) {
        this.topologies = topologies;
    }

    /**
     * Returns the answer to a request, from the cache if possible.
     *
     * @param maker makes a new answer
     */
    HttpAnswer get(WebRequest request, Supplier<HttpAnswer> maker) {
        Shown shown = request.method().equals("GET") ? shown(request.path()) : null;
        if (shown == null) {
            return maker.get();
        }
        if (slots.size() >= MAX) {
            slots.clear();
        }
        Request key = new Request(request.path(), request.query(), request.header("Accept"));
        return slots.computeIfAbsent(key, each -> new Slot()).get(shown, maker);
    }

    /**
     * Returns the state that a page shows now; null if the path is not a page of an existing
     * topology.
     */
    private @Nullable Shown shown(String path) {
        Matcher page = PAGE.matcher(path);
        if (!page.matches()) {
            return null;
        }
        for (RunningTopology topology : topologies.get()) {
            TopologyPlan plan = topology.plan();
            if (plan.id().equals(page.group(1))) {
                return new Shown(topology.recent(), plan, topology.status());
            }
        }
        return null;
    }
}
