package io.eyewall.console.watch;

import io.eyewall.console.memory.History;
import io.eyewall.console.memory.LogLines;
import io.eyewall.console.memory.PlacementLog;
import io.eyewall.console.memory.Text;
import io.eyewall.console.memory.TimeLine;
import io.eyewall.console.memory.TimeLine.Kind;
import io.eyewall.console.model.CountsOfAll;
import io.eyewall.console.model.Numbers;
import io.eyewall.console.model.NumbersReader;
import io.eyewall.console.model.Sample;
import io.eyewall.console.model.Structure;
import io.eyewall.console.model.StructureReader;
import io.eyewall.console.model.Totals;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.health.Health;
import io.eyewall.control.health.HealthTracker;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.web.ServerEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one topology, and what has to be said of it: in full to those who come, to
 * all others what has changed. Thread-safe; asks nobody.
 */
final class Picture {
    private final String key;
    private final String name;

    // Guarded by this.
    private final TimeLine timeLine = new TimeLine();
    private final History history;
    private final HealthTracker health = new HealthTracker();
    private final CountsOfAll counts = new CountsOfAll();
    private final PlacementLog placements = new PlacementLog();
    private final Story story = new Story(timeLine);
    private final Drift drift = new Drift(timeLine);
    private final LogLines lines = new LogLines();
    private @Nullable String noLog;
    private ParallelismReport parallelism = ParallelismReport.NONE;
    private @Nullable Structure structure;
    private @Nullable Sample last;
    private @Nullable Numbers numbers;
    private @Nullable Forecast forecast;
    private @Nullable String silent;
    private int moves;
    private long seq;
    private long toldEntries;

    /**
     * @param history what is known of it from before
     */
    Picture(String key, String name, History history) {
        this.key = key;
        this.name = name;
        this.history = history;
    }

    /** Whether the errors should be asked for. */
    synchronized boolean hasNewErrors(Sample now) {
        return story.hasNewErrors(now);
    }

    /**
     * The topology has been asked.
     *
     * @param answers what it said
     * @return what to tell those who read
     */
    synchronized List<ServerEvent> update(Answers answers) {
        Sample now = answers.sample();
        Sample before = last;
        List<ServerEvent> events = new ArrayList<>();
        if (silent != null) {
            silent = null;
            timeLine.add(now.timeMs(), Kind.CONSOLE, false, "answers again");
        }
        boolean isNew = before == null || !isSame(before, now);
        if (isNew) {
            structure = StructureReader.read(key, now.plan());
        }
        tell(answers, events);
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
                                    health(now)));
            numbers = next;
            seq++;
            if (isNew) {
                events.add(ConsoleJson.event("plan", Map.of("seq", seq, "structure", current)));
            }
            events.add(ConsoleJson.event("tick", Tick.of(seq, ofSameCores(past, next), next)));
            if (before != null) {
                Totals totals = next.totals();
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

    private Health health(Sample now) {
        return health.look(
                now.atNs(), now.timeMs(), now.status(), now.crashes(), now.metrics(), now.plan());
    }

    private static boolean isSame(Sample before, Sample now) {
        return before.plan().id().equals(now.plan().id())
                && before.plan().executors().equals(now.plan().executors());
    }

    /**
     * A page keeps rows of cores that it is not told of: where their number changes it needs all.
     */
    private static @Nullable Numbers ofSameCores(@Nullable Numbers past, Numbers next) {
        return past == null || past.cores().size() != next.cores().size() ? null : past;
    }

    private void tell(Answers answers, List<ServerEvent> events) {
        Sample now = answers.sample();
        story.onStatus(now, answers.failure());
        story.onPlan(now);
        if (answers.errors() != null) {
            story.onErrors(now, answers.errors());
        }
        Forecast foreseen = answers.forecast();
        if (foreseen != null) {
            forecast = foreseen;
            drift.onForecast(now.timeMs(), foreseen);
            events.add(modelEvent(foreseen));
        } else if (forecast != null && now.metrics().executors().isEmpty()) {
            forecast = null; // its process is gone, and what was said of it no longer holds
            events.add(ConsoleJson.event("model", null));
        }
        PlacementReport report = answers.placement();
        ParallelismReport following = answers.parallelism();
        if (report != null && following != null) {
            parallelism = following;
            story.onParallelism(following);
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
        event.put("mostPerSec", forecast.mostPerSec());
        event.put("bottleneck", Text.line(forecast.bottleneck()));
        event.put("cores", forecast.cores());
        event.put("meanNs", forecast.meanNs());
        event.put("p99Ns", forecast.p99Ns());
        event.put("whyNoLatency", Text.line(forecast.whyNoLatency()));
        event.put("wrong", forecast.isModelWrong());
        event.put("drift", forecast.drift());
        return ConsoleJson.event("model", event);
    }

    /** The topology can't be asked; it may be again. */
    synchronized List<ServerEvent> onSilence(long timeMs, String why) {
        List<ServerEvent> events = new ArrayList<>();
        if (silent == null) {
            timeLine.add(timeMs, Kind.CONSOLE, true, "does not answer: " + why);
        }
        silent = Text.line(why);
        addEntries(events);
        events.add(ConsoleJson.event("silent", Map.of("why", silent)));
        return events;
    }

    /** Something has become of it. */
    synchronized List<ServerEvent> onStory(long timeMs, String text) {
        return entry(timeMs, Kind.STATUS, false, text);
    }

    /** Somebody wanted something here, or it was done. */
    synchronized List<ServerEvent> onAction(long timeMs, boolean bad, String text) {
        return entry(timeMs, Kind.ACTION, bad, text);
    }

    private List<ServerEvent> entry(long timeMs, Kind kind, boolean bad, String text) {
        List<ServerEvent> events = new ArrayList<>();
        timeLine.add(timeMs, kind, bad, text);
        addEntries(events);
        return events;
    }

    /** The process was asked for its log. */
    synchronized List<ServerEvent> onLog(LogNews news) {
        String before = noLog;
        noLog = news.why();
        LogLines.Part part = lines.add(news.lines());
        boolean nothing = part.lines().isEmpty() && Objects.equals(before, noLog);
        return nothing ? List.of() : List.of(linesEvent(part, news.missed()));
    }

    private ServerEvent linesEvent(LogLines.Part part, boolean missed) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("first", part.first());
        event.put("lines", part.lines());
        event.put("missed", missed);
        event.put("why", noLog);
        return ConsoleJson.event("lines", event);
    }

    private void addEntries(List<ServerEvent> events) {
        if (timeLine.last() > toldEntries) {
            events.add(ConsoleJson.event("log", timeLine.after(toldEntries)));
            toldEntries = timeLine.last();
        }
    }

    private ServerEvent placementEvent() {
        Map<String, Object> placement = new LinkedHashMap<>();
        placement.put("latest", placements.latest());
        placement.put("adopted", placements.adopted());
        placement.put("following", parallelism.components());
        return ConsoleJson.event("placement", placement);
    }

    /** Everything, for somebody who comes now. */
    synchronized List<ServerEvent> greeting() {
        List<ServerEvent> events = new ArrayList<>();
        Structure current = structure;
        Numbers now = numbers;
        if (current != null && now != null) {
            events.add(ConsoleJson.event("plan", Map.of("seq", seq, "structure", current)));
            events.add(ConsoleJson.event("tick", Tick.of(seq, null, now)));
        }
        events.add(ConsoleJson.event("history", history.points()));
        events.add(ConsoleJson.event("log", timeLine.after(0)));
        events.add(placementEvent());
        events.add(linesEvent(lines.all(), false));
        if (forecast != null) {
            events.add(modelEvent(forecast));
        }
        if (silent != null) {
            events.add(ConsoleJson.event("silent", Map.of("why", silent)));
        }
        return events;
    }

    /** What was measured last; null if nothing was. */
    synchronized History.@Nullable Point latest() {
        return history.last();
    }

    /** Messages per second, as far as is known. */
    synchronized double perSec() {
        Numbers now = numbers;
        return now == null ? 0 : now.totals().perSec();
    }

    /** A line in the list of topologies. */
    synchronized Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>();
        Numbers now = numbers;
        summary.put("key", key);
        summary.put("name", name);
        summary.put("silent", silent);
        summary.put("totals", now == null ? null : now.totals());
        return summary;
    }
}
