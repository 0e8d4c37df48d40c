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

    /** Keeps one; in the place of the last if that was the same without a plan. */
    void keep(Decision decision) {
        Decision before = decisions.peekFirst();
        boolean same =
                before != null
                        && decision.number() == null
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

    /** A copy. */
    List<Decision> latestFirst() {
        return List.copyOf(decisions);
    }
}
