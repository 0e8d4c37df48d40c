package io.eyewall.cluster.generator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The last decisions; also logs them. For the generator's thread. */
final class DecisionLog {
    private static final Logger LOG = LoggerFactory.getLogger(Generator.class);
    private static final int MOST = 50;

    private final Deque<Decision> decisions = new ArrayDeque<>();

    /** Keeps one; in the place of the last if that was the same and nothing came of it. */
    void keep(Decision decision) {
        Decision before = decisions.peekFirst();
        boolean same =
                before != null
                        && !decision.isDone()
                        && before.why().equals(decision.why())
                        && before.verdict().equals(decision.verdict());
        if (same) {
            decisions.removeFirst(); // while an overload lasts, say
        }
        decisions.addFirst(decision);
        if (decisions.size() > MOST) {
            decisions.removeLast();
        }
        LOG.atLevel(same ? Level.DEBUG : Level.INFO)
                .log(
                        "{}: {}, {}{}",
                        decision.why(),
                        decision.verdict(),
                        decision.reason(),
                        decision.number() == null ? "" : "; plan " + decision.number());
    }

    /** Adds what came of a plan, if its decision is still here. */
    void cameOf(long number, Decision.Outcome outcome) {
        List<Decision> kept = List.copyOf(decisions);
        decisions.clear();
        for (Decision each : kept) {
            Long of = each.number();
            decisions.add(of != null && of == number ? each.withOutcome(outcome) : each);
        }
        Double measured = outcome.msPerSec();
        LOG.info(
                "plan {}: {}{}",
                number,
                outcome.says(),
                measured == null ? "" : ", %.1f ms/s".formatted(measured));
    }

    /** A copy. */
    List<Decision> latestFirst() {
        return List.copyOf(decisions);
    }
}
