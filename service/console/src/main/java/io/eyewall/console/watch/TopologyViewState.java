package io.eyewall.console.watch;

import io.eyewall.console.memory.BoundedText;
import io.eyewall.console.memory.History;
import io.eyewall.console.memory.LogLines;
import io.eyewall.console.memory.PlacementLog;
import io.eyewall.console.memory.TimeLine;
import io.eyewall.console.memory.TimeLine.Kind;
import io.eyewall.console.model.CountsOfAll;
import io.eyewall.console.model.Numbers;
import io.eyewall.console.model.NumbersReader;
import io.eyewall.console.model.Structure;
import io.eyewall.console.model.StructureReader;
import io.eyewall.console.model.TopologyTotals;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.health.Health;
import io.eyewall.control.health.HealthTracker;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.topology.snapshot.SnapshotReport;
import io.eyewall.web.ServerEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of one topology as pages show it. It produces the events for pages: everything for a
 * page that connects, and only the changes for pages that are connected. Thread-safe; never waits
 * for the topology.
 */
final class TopologyViewState {
    private final String key;
    private final String name;

    // Guarded by this.
    private final TimeLine timeLine = new TimeLine();
    private final History history;
    private final HealthTracker health = new HealthTracker();
    private final CountsOfAll counts = new CountsOfAll();
    private final PlacementLog placements = new PlacementLog();
    private final EventDetector story = new EventDetector(timeLine);
    private final ModelDriftDetector drift = new ModelDriftDetector(timeLine);
    private final LogLines lines = new LogLines();
    private @Nullable String noLogReason;
    private ParallelismReport parallelism = ParallelismReport.NONE;
    private @Nullable Structure structure;
    private @Nullable TopologySample last;
    private @Nullable Numbers numbers;
    private @Nullable Forecast forecast;
    private @Nullable SnapshotReport snapshots;
    private @Nullable String silentReason;
    private int moves;
    private long seq;
    private long publishedEntries;

    /**
     * @param history the points that earlier processes recorded
     */
    TopologyViewState(String key, String name, History history) {
        this.key = key;
        this.name = name;
        this.history = history;
    }

    /** Returns whether this poll must read the errors. */
    synchronized boolean hasNewErrors(TopologySample now) {
        return story.hasNewErrors(now);
    }

    /**
     * Applies the result of a poll.
     *
     * @param answers the result
     * @return the events for the connected pages
     */
    synchronized List<ServerEvent> update(PollResult answers) {
        TopologySample now = answers.sample();
        TopologySample before = last;
        List<ServerEvent> events = new ArrayList<>();
        if (silentReason != null) {
            silentReason = null;
            timeLine.add(now.timeMs(), Kind.CONSOLE, false, "answers again");
        }
        boolean isNew = before == null || !isSame(before, now);
        if (isNew) {
            structure = StructureReader.read(key, now.plan());
        }
        addEvents(answers, events);
        Health currentHealth = health(now);
        story.onHealth(now.timeMs(), currentHealth);
        Structure current = structure;
        if (current != null) {
            Numbers past = isNew ? null : numbers;
            Numbers next =
                    counts.add(
                            NumbersReader.read(
                                    current,
                                    before == null ? now : before,
                                    now,
                                    moves,
                                    currentHealth));
            numbers = next;
            seq++;
            if (isNew) {
                events.add(ConsoleJson.event("plan", Map.of("seq", seq, "structure", current)));
            }
            events.add(
                    ConsoleJson.event(
                            "tick", TableDelta.of(seq, unlessCoresChanged(past, next), next)));
            if (before != null) {
                TopologyTotals totals = next.totals();
                history.add(
                        new History.Point(
                                now.timeMs(),
                                (double) totals.p50Ns(),
                                (double) totals.p99Ns(),
                                totals.perSec()));
            }
        }
        last = now;
        addEntries(events);
        return events;
    }

    private Health health(TopologySample now) {
        Health known = now.health();
        if (known != null) {
            return known; // so that all readers of a server say the same
        }
        return health.derive(
                now.atNs(), now.timeMs(), now.status(), now.crashes(), now.metrics(), now.plan());
    }

    private static boolean isSame(TopologySample before, TopologySample now) {
        return before.plan().id().equals(now.plan().id())
                && before.plan().executors().equals(now.plan().executors());
    }

    /**
     * Returns {@code past} unless the number of cores changed. A page keeps rows that a tick does
     * not mention, so after such a change it needs all rows.
     */
    private static @Nullable Numbers unlessCoresChanged(@Nullable Numbers past, Numbers next) {
        return past == null || past.cores().size() != next.cores().size() ? null : past;
    }

    private void addEvents(PollResult answers, List<ServerEvent> events) {
        TopologySample now = answers.sample();
        story.onStatus(now, answers.failure());
        story.onPlan(now);
        if (answers.errors() != null) {
            story.onErrors(now, answers.errors());
        }
        Forecast newForecast = answers.forecast();
        if (newForecast != null) {
            forecast = newForecast;
            drift.onForecast(now.timeMs(), newForecast);
            events.add(modelEvent(newForecast));
        } else if (forecast != null && now.metrics().executors().isEmpty()) {
            forecast = null; // its process has ended, and the forecast was for that process
            events.add(ConsoleJson.event("model", null));
        }
        SnapshotReport newSnapshots = answers.snapshots();
        if (newSnapshots != null) {
            snapshots = newSnapshots;
            story.onSnapshots(now.timeMs(), newSnapshots);
            events.add(ConsoleJson.event("snapshots", newSnapshots));
        }
        PlacementReport report = answers.placement();
        ParallelismReport newParallelism = answers.parallelism();
        if (report != null && newParallelism != null) {
            parallelism = newParallelism;
            story.onParallelism(newParallelism);
            moves = report.moves();
            PlacementLog.Adopted adopted = placements.update(report);
            if (adopted != null) {
                story.onAdopted(adopted);
            }
            events.add(placementEvent());
        }
    }

    private static ServerEvent modelEvent(Forecast forecast) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("perSec", forecast.rootsPerSec());
        event.put("maxPerSec", forecast.maxPerSec());
        event.put("bottleneck", BoundedText.line(forecast.bottleneck()));
        event.put("cores", forecast.cores());
        event.put("meanNs", forecast.meanNs());
        event.put("p99Ns", forecast.p99Ns());
        event.put("whyNoLatency", BoundedText.line(forecast.whyNoLatency()));
        event.put("wrong", forecast.isModelWrong());
        event.put("drift", forecast.drift());
        return ConsoleJson.event("model", event);
    }

    /** Records that the topology did not answer a poll; a later poll may succeed. */
    synchronized List<ServerEvent> onSilence(long timeMs, String why) {
        List<ServerEvent> events = new ArrayList<>();
        if (silentReason == null) {
            timeLine.add(timeMs, Kind.CONSOLE, true, "does not answer: " + why);
        }
        silentReason = BoundedText.line(why);
        addEntries(events);
        events.add(ConsoleJson.event("silent", Map.of("why", silentReason)));
        return events;
    }

    /** Adds an entry about the topology's life, such as an update, to the time line. */
    synchronized List<ServerEvent> onStory(long timeMs, String text) {
        return entry(timeMs, Kind.STATUS, false, text);
    }

    /** Adds an entry about a user's action, requested or finished, to the time line. */
    synchronized List<ServerEvent> onAction(long timeMs, boolean bad, String text) {
        return entry(timeMs, Kind.ACTION, bad, text);
    }

    private List<ServerEvent> entry(long timeMs, Kind kind, boolean bad, String text) {
        List<ServerEvent> events = new ArrayList<>();
        timeLine.add(timeMs, kind, bad, text);
        addEntries(events);
        return events;
    }

    /** Applies new lines of the process's log. */
    synchronized List<ServerEvent> onLog(NewLogLines news) {
        String before = noLogReason;
        noLogReason = news.why();
        LogLines.Part part = lines.add(news.lines());
        boolean unchanged = part.lines().isEmpty() && Objects.equals(before, noLogReason);
        return unchanged ? List.of() : List.of(linesEvent(part, news.missed()));
    }

    private ServerEvent linesEvent(LogLines.Part part, boolean missed) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("first", part.first());
        event.put("lines", part.lines());
        event.put("missed", missed);
        event.put("why", noLogReason);
        return ConsoleJson.event("lines", event);
    }

    private void addEntries(List<ServerEvent> events) {
        if (timeLine.last() > publishedEntries) {
            events.add(ConsoleJson.event("log", timeLine.after(publishedEntries)));
            publishedEntries = timeLine.last();
        }
    }

    private ServerEvent placementEvent() {
        Map<String, Object> placement = new LinkedHashMap<>();
        placement.put("latest", placements.latest());
        placement.put("adopted", placements.adopted());
        placement.put("following", parallelism.components());
        return ConsoleJson.event("placement", placement);
    }

    /** Returns the whole state as events, for a page that connects. */
    synchronized List<ServerEvent> greeting() {
        List<ServerEvent> events = new ArrayList<>();
        Structure current = structure;
        Numbers now = numbers;
        if (current != null && now != null) {
            events.add(ConsoleJson.event("plan", Map.of("seq", seq, "structure", current)));
            events.add(ConsoleJson.event("tick", TableDelta.of(seq, null, now)));
        }
        events.add(ConsoleJson.event("history", history.points()));
        events.add(ConsoleJson.event("log", timeLine.after(0)));
        events.add(placementEvent());
        events.add(linesEvent(lines.all(), false));
        if (forecast != null) {
            events.add(modelEvent(forecast));
        }
        if (snapshots != null) {
            events.add(ConsoleJson.event("snapshots", snapshots));
        }
        if (silentReason != null) {
            events.add(ConsoleJson.event("silent", Map.of("why", silentReason)));
        }
        return events;
    }

    /** Returns the latest point of the charts; null if nothing was measured yet. */
    synchronized History.@Nullable Point latest() {
        return history.last();
    }

    /** Returns the measured messages per second; 0 while unknown. */
    synchronized double perSec() {
        Numbers now = numbers;
        return now == null ? 0 : now.totals().perSec();
    }

    /** Returns the topology's row in the list of topologies. */
    synchronized Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>();
        Numbers now = numbers;
        summary.put("key", key);
        summary.put("name", name);
        summary.put("silent", silentReason);
        summary.put("totals", now == null ? null : now.totals());
        return summary;
    }
}
