package io.eyewall.model.simulation.machine;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import java.util.Arrays;

/**
 * Storm's preference for near tasks (storm-client 2.8, LoadAwareShuffleGrouping): in the same
 * worker while those are on average filled to less than 80%, else on the same node, the same rack,
 * anywhere; back to nearer ones when these are filled to less than 20%. What counts as load is the
 * fill of receive queues.
 */
final class Scope {
    private static final double HIGHER = 0.8;
    private static final double LOWER = 0.2;
    private static final long CHOICE_PERIOD_NS = 1_000_000_000L;
    private static final Level[] LEVELS = {Level.PROCESS, Level.NODE, Level.RACK, Level.SWITCH};

    private SimExecutor[] chosen = {};
    private int level;
    private long nextChoiceNs;

    /** Starts over, because an executor has moved. */
    void reset() {
        chosen = new SimExecutor[0];
        level = 0;
    }

    SimExecutor[] choose(SimExecutor sender, SimExecutor[] targets, CostTree tree, long nowNs) {
        if (chosen.length > 0 && nowNs < nextChoiceNs) {
            return chosen;
        }
        nextChoiceNs = nowNs + CHOICE_PERIOD_NS;
        if (chosen.length > 0 && fill(chosen) > HIGHER && level < LEVELS.length - 1) {
            level++;
        } else if (level > 0) {
            SimExecutor[] nearer = within(sender, targets, tree, level - 1);
            if (nearer.length > 0 && fill(nearer) < LOWER) {
                level--;
            }
        }
        chosen = within(sender, targets, tree, level);
        while (chosen.length == 0 && level < LEVELS.length - 1) {
            chosen = within(sender, targets, tree, ++level);
        }
        if (chosen.length == 0) {
            chosen = targets; // no target has a place: the tuple is lost wherever it goes
        }
        return chosen;
    }

    private static SimExecutor[] within(
            SimExecutor sender, SimExecutor[] targets, CostTree tree, int level) {
        int count = 0;
        SimExecutor[] near = new SimExecutor[targets.length];
        for (SimExecutor target : targets) {
            if (target.isUp()
                    && sender.place >= 0
                    && tree.meetHeight(sender.place, target.place) <= LEVELS[level].height()) {
                near[count++] = target;
            }
        }
        return Arrays.copyOf(near, count);
    }

    private static double fill(SimExecutor[] executors) {
        double sum = 0;
        for (SimExecutor executor : executors) {
            sum += executor.fill();
        }
        return sum / executors.length;
    }
}
