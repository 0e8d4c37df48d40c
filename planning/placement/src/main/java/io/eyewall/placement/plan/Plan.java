package io.eyewall.placement.plan;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.place.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A finished placement, with the data that explain its cost.
 *
 * @param algorithm the name and parameters of the algorithm
 * @param assignment the place of each executor
 * @param score cost and violation
 * @param startScore score of the present placement; null if some executor has no place yet
 * @param traffic the traffic that crosses each level, and its cost
 * @param balanceNsPerSec the price of uneven loads
 * @param openUnits number of units in use
 * @param openNsPerSec the price of the units in use
 * @param moves executors that leave their present place
 * @param migrationNs the one-time cost of these moves, in nanoseconds
 * @param loads the load of each limited vertex of the tree
 * @param broken limits and rules that are violated, one sentence each
 * @param binding moves that would make the placement cheaper, but that limits forbid; those that
 *     save most first
 */
public record Plan(
        String algorithm,
        Map<ExecutorId, String> assignment,
        Score score,
        @Nullable Score startScore,
        Map<Level, LevelCost> traffic,
        double balanceNsPerSec,
        int openUnits,
        double openNsPerSec,
        List<Move> moves,
        double migrationNs,
        List<VertexLoad> loads,
        List<String> broken,
        List<Binding> binding) {

    /** The traffic that crosses a level. */
    public record LevelCost(double tuplesPerSec, double bytesPerSec, double nsPerSec) {}

    /** An executor that changes its place. */
    public record Move(ExecutorId executor, String from, String to) {}

    /**
     * Processor time at a vertex.
     *
     * @param vertex the vertex's id
     * @param executors number of executors beneath the vertex
     * @param cores processor time that these executors use, including the cost of crossings, in
     *     cores
     * @param limit available processor time, in cores
     */
    public record VertexLoad(String vertex, int executors, double cores, double limit) {}

    /**
     * A move that would save cost, but violates a limit or rule.
     *
     * @param executor the executor that would move
     * @param place its new place
     * @param savedNsPerSec the cost that the move would save
     * @param violation the violation after the move
     */
    public record Binding(
            ExecutorId executor, String place, double savedNsPerSec, double violation) {}

    public Plan {
        Map<Level, LevelCost> copy = new EnumMap<>(Level.class);
        copy.putAll(traffic);
        traffic = copy;
        moves = List.copyOf(moves);
        loads = List.copyOf(loads);
        broken = List.copyOf(broken);
        binding = List.copyOf(binding);
    }

    /**
     * Returns the whole plan as readable text: some twenty lines, and one for each place and move.
     */
    public String explain() {
        StringBuilder text = new StringBuilder();
        line(text, "algorithm   %s", algorithm);
        line(
                text,
                "cost        %.3f ms/s%s",
                score.costNsPerSec() / 1e6,
                startScore == null ? "" : ", now " + costOf(startScore));
        line(
                text,
                "limits      %s",
                score.isFeasible()
                        ? "kept"
                        : "exceeded by up to " + Math.round(100 * score.violation()) + "%");
        broken.forEach(sentence -> line(text, "  broken    %s", sentence));
        traffic.forEach(
                (level, cost) ->
                        line(
                                text,
                                "  %-9s %.0f tuples/s, %.0f bytes/s, %.3f ms/s",
                                level,
                                cost.tuplesPerSec(),
                                cost.bytesPerSec(),
                                cost.nsPerSec() / 1e6));
        line(text, "  balance   %.3f ms/s", balanceNsPerSec / 1e6);
        line(text, "  in use    %d, %.3f ms/s", openUnits, openNsPerSec / 1e6);
        line(text, "moves       %d, %.3f ms once", moves.size(), migrationNs / 1e6);
        moves.forEach(m -> line(text, "  %s: %s -> %s", m.executor(), m.from(), m.to()));
        loads.forEach(
                load ->
                        line(
                                text,
                                "load        %s: %d executors, %.3f of %.3f cores",
                                load.vertex(),
                                load.executors(),
                                load.cores(),
                                load.limit()));
        binding.forEach(
                bind ->
                        line(
                                text,
                                "binds       %s to %s would save %.3f ms/s, but exceed limits by"
                                        + " %.0f%%",
                                bind.executor(),
                                bind.place(),
                                bind.savedNsPerSec() / 1e6,
                                100 * bind.violation()));
        return text.toString();
    }

    private static String costOf(Score score) {
        return String.format(
                Locale.ROOT,
                "%.3f ms/s%s",
                score.costNsPerSec() / 1e6,
                score.isFeasible()
                        ? ""
                        : " with limits exceeded by up to "
                                + Math.round(100 * score.violation())
                                + "%");
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
