package io.eyewall.cluster.generator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Keeps the latest decisions and logs them. For the generator's thread. */
final class DecisionLog {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduleGenerator.class);
    private static final int MAX_DECISIONS = 50;

    private final Deque<Decision> decisions = new ArrayDeque<>();

    /**
     * Adds a decision. It replaces the latest one if that had the same reason and verdict, and
     * changed nothing in the cluster.
     */
    void add(Decision decision) {
        Decision latest = decisions.peekFirst();
        boolean repeatsLatest =
                latest != null
                        && !decision.changesCluster()
                        && latest.why().equals(decision.why())
                        && latest.verdict().equals(decision.verdict());
        if (repeatsLatest) {
            decisions.removeFirst(); // such as while an overload lasts
        }
        decisions.addFirst(decision);
        if (decisions.size() > MAX_DECISIONS) {
            decisions.removeLast();
        }
        LOG.atLevel(repeatsLatest ? Level.DEBUG : Level.INFO)
                .log(
                        "{}: {}, {}{}",
                        decision.why(),
                        decision.verdict(),
                        decision.reason(),
                        decision.number() == null ? "" : "; plan " + decision.number());
    }

    /** Adds a plan's outcome to its decision, if that is still kept. */
    void addOutcome(long number, Decision.Outcome outcome) {
        List<Decision> kept = List.copyOf(decisions);
        decisions.clear();
        for (Decision each : kept) {
            Long adopted = each.number();
            decisions.add(adopted != null && adopted == number ? each.withOutcome(outcome) : each);
        }
        Double measured = outcome.msPerSec();
        LOG.info(
                "plan {}: {}{}",
                number,
                outcome.says(),
                measured == null ? "" : ", %.1f ms/s".formatted(measured));
    }

    /** Returns a copy of the kept decisions. */
    List<Decision> latestFirst() {
        return List.copyOf(decisions);
    }
}
