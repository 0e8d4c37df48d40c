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
 * until the page's content changes: until the topology's numbers are older than a second and are
 * read again, or its plan or status changes. Any thread may call.
 */
final class SharedAnswers {
    /** Paths of pages that show counters only; log levels and actions are not cached. */
    private static final Pattern PAGE =
            Pattern.compile("/api/v1/topology/([^/]+)(|/metrics|/visualization|/component/[^/]+)");

    /**
     * The largest number of cached answers. All are dropped when it is reached, because clients can
     * invent any number of different requests.
     */
    private static final int MAX_ANSWERS = 32;

    private final Supplier<? extends Collection<RunningTopology>> topologies;
    private final Map<Request, CachedAnswer> cache = new ConcurrentHashMap<>();

    private record Request(String path, String query, @Nullable String accept) {}

    /** The state that a page shows; compared by identity. */
    private record PageState(RecentNumbers numbers, TopologyPlan plan, TopologyStatus status) {
        @SuppressWarnings("ReferenceEquality") // each poll creates new objects
        boolean isSame(PageState other) {
            return numbers == other.numbers && plan == other.plan && status == other.status;
        }
    }

    private static final class CachedAnswer {
        // Guarded by this.
        private @Nullable PageState shown;
        private @Nullable HttpAnswer answer;

        /** Returns the answer that shows a state; while one caller makes it, others wait for it. */
        synchronized HttpAnswer get(PageState current, Supplier<HttpAnswer> maker) {
            PageState before = shown;
            if (before == null || !before.isSame(current)) {
                shown = null;
                HttpAnswer made = maker.get();
                answer = made;
                if (made.status() == 200) {
                    shown = current;
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
        PageState current = request.method().equals("GET") ? currentState(request.path()) : null;
        if (current == null) {
            return maker.get();
        }
        if (cache.size() >= MAX_ANSWERS) {
            cache.clear();
        }
        Request key = new Request(request.path(), request.query(), request.header("Accept"));
        return cache.computeIfAbsent(key, each -> new CachedAnswer()).get(current, maker);
    }

    /**
     * Returns the state that a page shows now; null if the path is not a page of an existing
     * topology.
     */
    private @Nullable PageState currentState(String path) {
        Matcher page = PAGE.matcher(path);
        if (!page.matches()) {
            return null;
        }
        for (RunningTopology topology : topologies.get()) {
            TopologyPlan plan = topology.plan();
            if (plan.id().equals(page.group(1))) {
                return new PageState(topology.recent(), plan, topology.status());
            }
        }
        return null;
    }
}
