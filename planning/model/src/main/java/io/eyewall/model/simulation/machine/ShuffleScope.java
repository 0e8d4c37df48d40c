package io.eyewall.model.simulation.machine;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import java.util.Arrays;

/**
 * Storm's preference for near tasks (storm-client 2.8, LoadAwareShuffleGrouping): tasks in the same
 * worker, as long as their receive queues are on average filled to less than 80%; otherwise tasks
 * on the same node, then in the same rack, then all. It returns to a nearer level when the queues
 * of that level's tasks are filled to less than 20%.
 */
final class ShuffleScope {
    /** Mean fill of the chosen tasks' queues above which the next level is chosen. */
    private static final double WIDEN_ABOVE_FILL = 0.8;

    /** Mean fill of the nearer tasks' queues below which their level is chosen again. */
    private static final double NARROW_BELOW_FILL = 0.2;

    private static final long CHOICE_PERIOD_NS = 1_000_000_000L;
    private static final Level[] LEVELS = {Level.PROCESS, Level.NODE, Level.RACK, Level.SWITCH};

    private SimExecutor[] chosen = {};
    private int level;
    private long nextChoiceNs;

    /** Makes the next call choose again, because the sender has moved. */
    void reset() {
        chosen = new SimExecutor[0];
        level = 0;
    }

    SimExecutor[] targets(SimExecutor sender, SimExecutor[] allTargets, CostTree tree, long nowNs) {
        if (chosen.length > 0 && nowNs < nextChoiceNs) {
            return chosen;
        }
        nextChoiceNs = nowNs + CHOICE_PERIOD_NS;
        if (chosen.length > 0 && meanFill(chosen) > WIDEN_ABOVE_FILL && level < LEVELS.length - 1) {
            level++;
        } else if (level > 0) {
            SimExecutor[] nearer = targetsWithin(sender, allTargets, tree, level - 1);
            if (nearer.length > 0 && meanFill(nearer) < NARROW_BELOW_FILL) {
                level--;
            }
        }
        chosen = targetsWithin(sender, allTargets, tree, level);
        while (chosen.length == 0 && level < LEVELS.length - 1) {
            chosen = targetsWithin(sender, allTargets, tree, ++level);
        }
        if (chosen.length == 0) {
            chosen = allTargets; // no target has a place: the tuple is lost wherever it goes
        }
        return chosen;
    }

    private static SimExecutor[] targetsWithin(
            SimExecutor sender, SimExecutor[] allTargets, CostTree tree, int level) {
        int count = 0;
        SimExecutor[] near = new SimExecutor[allTargets.length];
        for (SimExecutor target : allTargets) {
            if (target.isUp()
                    && sender.place >= 0
                    && tree.meetHeight(sender.place, target.place) <= LEVELS[level].height()) {
                near[count++] = target;
            }
        }
        return Arrays.copyOf(near, count);
    }

    private static double meanFill(SimExecutor[] executors) {
        double sum = 0;
        for (SimExecutor executor : executors) {
            sum += executor.fill();
        }
        return sum / executors.length;
    }
}
