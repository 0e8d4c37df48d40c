package io.eyewall.cli.trace;

import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Verb;
import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code eyewall trace}: shows the path of single messages through a topology. */
@Command(
        name = "trace",
        description =
                "Follow some messages of a running topology through all its tasks, and print each as"
                        + " the tree of its tuples.",
        footer = {
            "",
            "at: time of the emit, since the message's emit; waited: time until"
                    + " its execute began; took: duration of its execute, including direct"
                    + " calls. Messages are traced while this command runs, at most"
                    + " eyewall.trace.per.second. docs/guides/tracing.md has the details.",
            "Exit codes: 0 shown, 1 no process answered, or there is no such"
                    + " topology, or several, or no message was traced, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class TraceCommand extends Verb {
    private static final int DEFAULT_SLOWEST_SECS = 10;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "The topology's name or id, in any process.")
    private String name = "";

    @Option(
            names = "--every",
            paramLabel = "N",
            defaultValue = "100",
            description = "Trace one of N messages of each spout executor (default: 100).")
    private int every;

    @Option(
            names = "--count",
            paramLabel = "K",
            defaultValue = "10",
            description = "Number of messages to print, 1 to 1000 (default: 10).")
    private int count;

    @Option(
            names = "--for",
            paramLabel = "SECS",
            description = "Time limit, 1 to 3600 (default: none; with --slowest 10).")
    private @Nullable Integer secs;

    @Option(names = "--slowest", description = "Print the slowest of all traced messages.")
    private boolean slowest;

    @Override
    protected void run() throws NobodyException, InterruptedException {
        requireInRange("--every", every, 1_000_000_000);
        requireInRange("--count", count, 1000);
        if (secs != null) {
            requireInRange("--for", secs, 3600);
        }
        RemoteTopology topology = processes().topology(name, pid()).topology();
        int shown;
        try (TraceSession session = TraceSession.begin(topology, every)) {
            shown = slowest ? printSlowest(session, topology) : printNext(session, topology);
        }
        if (shown == 0) {
            throw new IllegalStateException(
                    "topology '%s' emitted no message that was traced; try a smaller --every than %d"
                            .formatted(topology.name(), every));
        }
    }

    private void requireInRange(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new ParameterException(
                    command().commandLine(),
                    "%s is %d, outside 1 to %d".formatted(option, value, max));
        }
    }

    private int printNext(TraceSession session, RemoteTopology topology)
            throws InterruptedException {
        int shown = 0;
        do {
            List<Trace> next = session.next(secs == null ? TraceSession.NO_LIMIT : secs);
            if (next.isEmpty()) {
                return shown;
            }
            for (Trace trace : next.subList(0, Math.min(next.size(), count - shown))) {
                print(topology, trace);
                shown++;
            }
            out().flush();
        } while (shown < count && !isUnread());
        return shown;
    }

    private int printSlowest(TraceSession session, RemoteTopology topology)
            throws InterruptedException {
        List<Trace> slowestTraces = new ArrayList<>();
        Comparator<Trace> bySlowness = Comparator.comparingLong(TraceText::lengthNs).reversed();
        int limit = secs == null ? DEFAULT_SLOWEST_SECS : secs;
        List<Trace> next = session.next(limit);
        while (!next.isEmpty()) {
            slowestTraces.addAll(next);
            slowestTraces.sort(bySlowness);
            slowestTraces
                    .subList(Math.min(slowestTraces.size(), count), slowestTraces.size())
                    .clear();
            next = session.next(limit);
        }
        slowestTraces.forEach(trace -> print(topology, trace));
        return slowestTraces.size();
    }

    private void print(RemoteTopology topology, Trace trace) {
        if (json()) {
            out().println(TraceJson.toJson(topology, trace));
        } else {
            TraceText.lines(trace).forEach(out()::println);
            out().println();
        }
    }
}
