package io.eyewall.cli.run;

import io.eyewall.cli.terminal.Console;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.SpoutEnd.State;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ExecutorMetrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Waits for {@code --until-drained}. When all spouts of a topology report that they have ended and
 * that all messages were acked, the topology is deactivated. It is drained when nothing is in
 * flight any more; this second check is needed because acks mean nothing where tuples are not
 * tracked. There is no time limit while user code is at work. Used by one thread.
 */
final class UntilDrained {
    private static final String REMEDY =
            "; let it register that gauge in open (docs/reference/command.md), or end by --for TIME or Ctrl-C";

    /** The stages of a topology. */
    private enum Stage {
        /** Spouts have more to emit, or are not open yet. */
        FLOWING,
        /** Spouts have ended and are deactivated; their tuples are still in flight. */
        EMPTYING,
        /** The last poll found nothing in flight. */
        EMPTY,
        /** Two successive polls found nothing in flight. */
        DRAINED
    }

    private final Console console;
    private final Map<RunningTopology, Stage> stages = new HashMap<>();
    private final Map<RunningTopology, String> waitsFor = new HashMap<>();
    private final Map<String, Long> failuresBySpout = new TreeMap<>();
    private @Nullable String unknownEnd;

    UntilDrained(Console console) {
        this.console = console;
    }

    /** Polls topologies, and deactivates those whose spouts have ended. */
    void poll(List<RunningTopology> topologies) {
        topologies.forEach(topology -> stages.compute(topology, this::nextStage));
    }

    /** Returns whether a spout does not report its end, so that waiting is useless. */
    boolean isHopeless() {
        return unknownEnd != null;
    }

    /** Returns whether all polled topologies are drained, or over for another reason. */
    boolean isOver() {
        return stages.entrySet().stream()
                .allMatch(
                        entry ->
                                entry.getValue() == Stage.DRAINED
                                        || entry.getKey().status().isOver());
    }

    private Stage nextStage(RunningTopology topology, @Nullable Stage previous) {
        Stage stage = previous == null ? Stage.FLOWING : previous;
        if (topology.status().isOver()) {
            return stage; // ended before it was drained
        }
        return switch (stage) {
            case FLOWING -> pollFlowing(topology);
            case EMPTYING -> topology.isQuiet() ? Stage.EMPTY : stage;
            case EMPTY -> topology.isQuiet() ? Stage.DRAINED : Stage.EMPTYING;
            case DRAINED -> stage;
        };
    }

    private Stage pollFlowing(RunningTopology topology) {
        List<SpoutEnd> ends = topology.spoutEnds();
        for (SpoutEnd end : ends) {
            if (end.state() == State.UNKNOWN) {
                unknownEnd = prefix(topology) + end.describe() + ": " + end.reason();
            } else if (end.state() == State.GOES_ON) {
                waitsFor.put(topology, end.describe());
            }
        }
        boolean ended =
                ends.stream()
                        .map(SpoutEnd::state)
                        .allMatch(state -> state == State.DRAINED || state == State.EXHAUSTED);
        if (ends.isEmpty() || !ended) {
            return Stage.FLOWING;
        }
        countFailures(topology, ends);
        console.printMessage("eyewall: " + prefix(topology) + "all spouts have ended");
        topology.deactivate();
        return Stage.EMPTYING;
    }

    /** Counts the failed messages of spouts that do not report how they handled them. */
    private void countFailures(RunningTopology topology, List<SpoutEnd> ends) {
        Collection<String> exhausted =
                ends.stream()
                        .filter(end -> end.state() == State.EXHAUSTED)
                        .map(SpoutEnd::componentId)
                        .collect(Collectors.toSet());
        for (ExecutorMetrics executor : topology.metrics().executors()) {
            String component = executor.executor().componentId();
            if (exhausted.contains(component) && executor.failed() > 0) {
                failuresBySpout.merge(
                        prefix(topology) + "spout '" + component + "'",
                        executor.failed(),
                        Long::sum);
            }
        }
    }

    /**
     * Prints everything that was not drained and returns the exit code. May be called at any time.
     *
     * @return an {@link ExitCode}; failed topologies are ignored
     */
    int exitCode() {
        if (unknownEnd != null) {
            console.printMessage("eyewall: --until-drained: " + unknownEnd + REMEDY);
            return ExitCode.USAGE;
        }
        List<String> lines = new ArrayList<>();
        stages.forEach(
                (topology, stage) -> {
                    if (stage != Stage.DRAINED && topology.status() != TopologyStatus.FAILED) {
                        lines.add(prefix(topology) + "not drained: " + reason(topology, stage));
                    }
                });
        failuresBySpout.forEach(
                (spout, count) ->
                        lines.add(
                                ("%s: %d messages failed, and the spout does not report how it"
                                                + " handled them")
                                        .formatted(spout, count)));
        lines.stream().sorted().forEach(line -> console.printMessage("eyewall: " + line));
        return lines.isEmpty() ? ExitCode.OK : ExitCode.NOT_DRAINED;
    }

    private String reason(RunningTopology topology, Stage stage) {
        String ended =
                topology.status().isOver() ? "; something else ended the topology first" : "";
        return (stage == Stage.FLOWING
                        ? waitsFor.getOrDefault(topology, "its spouts") + " had not ended"
                        : "tuples were under way")
                + ended;
    }

    private static String prefix(RunningTopology topology) {
        return "topology '" + topology.plan().name() + "': ";
    }
}
