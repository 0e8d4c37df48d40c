package io.eyewall.control.health;

import io.eyewall.control.health.Health.Word;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Derives the health of one topology from its metrics. A server has one tracker for each of its
 * topologies, which it looks at every few seconds and which all readers share; whoever polls a
 * topology without a server has a tracker of its own. Thread-safe.
 */
public final class HealthTracker {
    private static final long MIN_NS = TimeUnit.SECONDS.toNanos(5);

    /**
     * A topology with waiting tuples is stalled if no tuple was executed for this long; few calls
     * take longer.
     */
    private static final long STALL_NS = TimeUnit.SECONDS.toNanos(10);

    /** A process that has run this long after a crash counts as recovered. */
    private static final long RECENT_MS = TimeUnit.MINUTES.toMillis(1);

    private static final double HELD = 0.5;

    // Guarded by this.
    private final Deque<Count> counts = new ArrayDeque<>();
    private long executed;
    private long progressedNs;
    private long lastDownMs;

    /** The counters at one moment. */
    private record Count(long atNs, long done, Map<String, Long> heldNs) {}

    /**
     * Adds the current metrics and returns the health.
     *
     * @param atNs current time, by any monotonic clock
     * @param timeMs current time in milliseconds since 1970
     * @param status the topology's status
     * @param crashes crashes of the topology's processes
     * @param metrics the topology's metrics
     * @param plan the topology's plan
     */
    public synchronized Health derive(
            long atNs,
            long timeMs,
            TopologyStatus status,
            Crashes crashes,
            TopologyMetrics metrics,
            TopologyPlan plan) {
        Object maxPending = plan.conf().get(Config.TOPOLOGY_MAX_SPOUT_PENDING);
        Standing standing = new Standing(metrics, ObjectReader.getInt(maxPending, 0));
        Count now = new Count(atNs, standing.done, standing.heldNs);
        Count last = counts.peekLast();
        if (last == null || executed != standing.executed) {
            executed = standing.executed;
            progressedNs = atNs;
        }
        if (last != null && now.done < last.done) {
            counts.clear(); // counters of a new process
        }
        if (last == null || last.atNs != atNs) { // a reading may be looked at by several readers
            counts.add(now);
        }
        while (counts.size() > 2 && atNs - second().atNs >= MIN_NS) {
            counts.removeFirst();
        }
        Health byStatus = byStatus(timeMs, status, crashes);
        return byStatus != null ? byStatus : byMetrics(now, standing);
    }

    private Count second() {
        var each = counts.iterator();
        each.next();
        return each.next();
    }

    private @Nullable Health byStatus(long timeMs, TopologyStatus status, Crashes crashes) {
        switch (status) {
            case FAILED -> {
                return Health.of(Word.FAILED, "");
            }
            case ENDED -> {
                return Health.of(Word.ENDED, "");
            }
            case KILLED -> {
                return Health.of(Word.KILLED, "what is under way may finish");
            }
            default -> {
                // the topology must run
            }
        }
        if (status == TopologyStatus.STARTING) {
            lastDownMs = timeMs; // pauses before a restart last up to RECENT_MS
        }
        boolean recent = timeMs - Math.max(crashes.lastMs(), lastDownMs) < RECENT_MS;
        if (crashes.count() > 0 && recent) {
            return Health.of(Word.RESTARTING, crashes.last());
        }
        return switch (status) {
            case STARTING -> Health.of(Word.STARTING, "tasks are being opened");
            case INACTIVE -> Health.of(Word.INACTIVE, "spouts are not asked");
            default -> null;
        };
    }

    private Health byMetrics(Count now, Standing standing) {
        if (standing.hasWork() && now.atNs - progressedNs >= STALL_NS) {
            String place = standing.placeOfStall();
            return new Health(
                    Word.STALLED,
                    place == null
                            ? Word.STALLED.text()
                            : Word.STALLED.text() + " at '" + place + "'",
                    String.format(
                            Locale.ROOT,
                            "no tuple was executed for %d s; %s",
                            TimeUnit.NANOSECONDS.toSeconds(now.atNs - progressedNs),
                            standing.describeStall()));
        }
        Count first = counts.getFirst();
        double passedNs = now.atNs - first.atNs;
        String held = null;
        double most = HELD;
        Set<String> allHeld = new HashSet<>();
        for (Map.Entry<String, Long> component : now.heldNs.entrySet()) {
            String id = component.getKey();
            long heldNs = component.getValue() - first.heldNs.getOrDefault(id, 0L);
            double share = heldNs / (passedNs * standing.executors.getOrDefault(id, 1));
            if (passedNs > 0 && share >= HELD) {
                allHeld.add(id);
                held = share >= most ? id : held;
                most = Math.max(most, share);
            }
        }
        if (held != null) {
            // A component that is held back itself only passes back-pressure on.
            String culprit = standing.fullest(allHeld);
            return new Health(
                    Word.BACK_PRESSURED,
                    culprit == null
                            ? Word.BACK_PRESSURED.text()
                            : Word.BACK_PRESSURED.text() + " by '" + culprit + "'",
                    String.format(
                            Locale.ROOT,
                            "'%s' was held back for %.0f%% of the time; %s",
                            held,
                            100 * Math.min(1, most),
                            standing.describeQueues(allHeld)));
        }
        boolean progressed = first.done != now.done;
        return Health.of(progressed || passedNs == 0 ? Word.RUNNING : Word.IDLE, "");
    }

    /** The evaluation of one moment's metrics. */
    private static final class Standing {
        private final Map<String, Long> heldNs = new HashMap<>();
        private final Map<String, Integer> executors = new HashMap<>();
        private final Map<String, Long> queued = new HashMap<>();

        /** All that is done, emits and time-outs of messages included. */
        private long done;

        /** Tuples executed, without ticks and the like, and messages acked. */
        private long executed;

        private long pending;
        private boolean atLimit;
        private long longestCallNs;
        private @Nullable String inCall;

        Standing(TopologyMetrics metrics, int maxPending) {
            for (ExecutorMetrics executor : metrics.executors()) {
                String id = executor.executor().componentId();
                if (id.startsWith("__")) {
                    continue;
                }
                heldNs.merge(id, executor.backPressuredNs(), Long::sum);
                executors.merge(id, 1, Integer::sum);
                queued.merge(id, (long) executor.queuedTuples(), Long::sum);
                done += executor.executed() + executor.acked() + executor.failed();
                executed += progressOf(executor);
                done += executor.emitted().values().stream().mapToLong(n -> n).sum();
                pending += executor.pendingMessages();
                if (executor.callNs() > longestCallNs) {
                    longestCallNs = executor.callNs();
                    inCall = id;
                }
                int tasks = executor.executor().lastTask() - executor.executor().firstTask() + 1;
                atLimit |=
                        maxPending > 0 && executor.pendingMessages() >= (long) maxPending * tasks;
            }
        }

        /**
         * Returns the tuples that a bolt has executed, without those that come by the clock, or the
         * messages of a spout that were acked.
         */
        private static long progressOf(ExecutorMetrics executor) {
            ExecutorStats stats = executor.stats();
            if (!stats.is_set_specific() || !stats.get_specific().is_set_bolt()) {
                return executor.executed() + executor.acked();
            }
            long byClock = 0;
            for (Map<GlobalStreamId, Long> window :
                    stats.get_specific().get_bolt().get_executed().values()) {
                long inWindow = 0;
                for (Map.Entry<GlobalStreamId, Long> input : window.entrySet()) {
                    if (Utils.isSystemId(input.getKey().get_componentId())) {
                        inWindow += input.getValue();
                    }
                }
                byClock = Math.max(byClock, inWindow);
            }
            return executor.executed() - byClock;
        }

        /**
         * Returns whether there is work to do. A message that is kept until the end of a window is
         * none.
         */
        boolean hasWork() {
            return atLimit
                    || longestCallNs >= STALL_NS
                    || queued.values().stream().anyMatch(n -> n > 0);
        }

        @Nullable String fullest(Set<String> except) {
            return queued.entrySet().stream()
                    .filter(each -> each.getValue() > 0 && !except.contains(each.getKey()))
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(null);
        }

        /**
         * Returns the component whose call does not return, or that has the most waiting tuples.
         */
        @Nullable String placeOfStall() {
            return isInCall() ? inCall : fullest(Set.of());
        }

        private boolean isInCall() {
            return inCall != null && longestCallNs >= STALL_NS;
        }

        String describeStall() {
            return !isInCall()
                    ? describeQueues(Set.of())
                    : String.format(
                            Locale.ROOT,
                            "a call of '%s' has not returned for %d s",
                            inCall,
                            TimeUnit.NANOSECONDS.toSeconds(longestCallNs));
        }

        String describeQueues(Set<String> except) {
            String id = fullest(except);
            return id == null
                    ? pending + " messages are neither acked nor failed"
                    : queued.get(id) + " tuples wait for '" + id + "'";
        }
    }
}
