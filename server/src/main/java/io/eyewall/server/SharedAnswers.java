package io.eyewall.server;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.local.net.HttpAnswer;
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
 * Pages of a topology, each made once for all who ask for it while what it shows is the same: until
 * its keeper has looked at the topology again, which it does each second and after each order. Any
 * thread may call.
 */
final class SharedAnswers {
    /** Pages that show what was counted and nothing else; not log levels, nor actions. */
    private static final Pattern PAGE =
            Pattern.compile("/api/v1/topology/([^/]+)(|/metrics|/visualization|/component/[^/]+)");

    /** The most answers that are shared, whatever requests clients make up. */
    private static final int MOST = 32;

    private final Supplier<? extends Collection<RunningTopology>> topologies;
    private final Map<Request, Slot> slots = new ConcurrentHashMap<>();

    private record Request(String path, String query, @Nullable String accept) {}

    /** The state that a page shows; compared as objects. */
    private record Shown(RecentNumbers numbers, TopologyPlan plan, TopologyStatus status) {
        @SuppressWarnings("ReferenceEquality") // the same numbers are the same look
        boolean isSame(Shown other) {
            return numbers == other.numbers && plan == other.plan && status == other.status;
        }
    }

    private static final class Slot {
        // Guarded by this.
        private @Nullable Shown shown;
        private @Nullable HttpAnswer answer;

        /** Returns the answer for a state; later callers wait while the first one makes it. */
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
     * @param topologies asked each time for those that there are
     */
    SharedAnswers(Supplier<? extends Collection<RunningTopology>> topologies) {
        this.topologies = topologies;
    }

    /**
     * The answer to a request.
     *
     * @param maker makes it anew
     */
    HttpAnswer get(WebRequest request, Supplier<HttpAnswer> maker) {
        Shown shown = request.method().equals("GET") ? shown(request.path()) : null;
        if (shown == null) {
            return maker.get();
        }
        if (slots.size() >= MOST) {
            slots.clear();
        }
        Request key = new Request(request.path(), request.query(), request.header("Accept"));
        return slots.computeIfAbsent(key, each -> new Slot()).get(shown, maker);
    }

    /**
     * Returns the state that a page shows now; null if the path is no page of an existing topology.
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
