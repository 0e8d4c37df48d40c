package io.eyewall.placement.plan;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.place.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A finished placement that explains itself.
 *
 * @param algorithm how it was found: the algorithm's name and parameters
 * @param assignment the place of each executor
 * @param score cost and violation
 * @param startScore of the present placement; null if some executor has no place yet
 * @param traffic what crosses each level, and what that costs
 * @param balanceNsPerSec the price of uneven loads
 * @param openUnits how many units are in use
 * @param openNsPerSec their price
 * @param moves executors that leave the place where they are now
 * @param migrationNs what these moves cost once, in nanoseconds
 * @param loads what each limited vertex of the tree carries
 * @param broken limits and rules that are violated, each in a sentence
 * @param binding what keeps the placement from being cheaper, most expensive first
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

    /** What crosses a level. */
    public record LevelCost(double tuplesPerSec, double bytesPerSec, double nsPerSec) {}

    /** An executor that changes its place. */
    public record Move(ExecutorId executor, String from, String to) {}

    /**
     * Processor time at a vertex.
     *
     * @param vertex its id
     * @param executors how many are there
     * @param cores what they use, with the cost of crossings
     * @param limit what there is, in cores
     */
    public record VertexLoad(String vertex, int executors, double cores, double limit) {}

    /**
     * A move that would save cost, but violates a limit or rule.
     *
     * @param executor who would move
     * @param place where to
     * @param savedNsPerSec what it would save
     * @param violation the violation that there would be
     */
    public record Binding(
            ExecutorId executor, String place, double savedNsPerSec, double violation) {}

    public Plan {
        traffic = new EnumMap<>(traffic);
        moves = List.copyOf(moves);
        loads = List.copyOf(loads);
        broken = List.copyOf(broken);
        binding = List.copyOf(binding);
    }

    /** The whole plan as text for people, some twenty lines and one per place and move. */
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
