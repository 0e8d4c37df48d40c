package io.eyewall.model.stepping;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The state of a core between its steps: what arrived, what is staged for other cores, whether it
 * sleeps.
 */
final class CoreState {
    private static final double MAX_SPIN_NS = 20_000;

    final int index;
    final PriorityQueue<Item> inbox = new PriorityQueue<>(Comparator.comparingDouble(Item::atNs));
    final List<SpoutSteps> spouts = new ArrayList<>();
    final Deque<SpoutSteps> ready = new ArrayDeque<>();

    /** By receiving core: items to be handed over within the step or at its end. */
    final List<List<Item>> staged = new ArrayList<>();

    final SteppedHandOvers handOvers = new SteppedHandOvers();

    /** The time at which its next step begins. */
    double nextNs;

    /** Whether its last step found nothing to do. */
    boolean idle;

    double busyNs;

    /** Processor time of polling for work. */
    double pollingNs;

    /** Number of times it went to sleep. */
    long sleeps;

    /** The time at which its last step ended. */
    private double endedNs;

    /** The time since which it has found no work. */
    private double idleSinceNs;

    /** The time at which it went, or will go, to sleep. */
    private double asleepNs;

    /** The time at which another core first needed it during this sleep; infinite if none did. */
    private double wantedNs = Double.POSITIVE_INFINITY;

    private double spinNs = MAX_SPIN_NS;

    CoreState(int index, int cores) {
        this.index = index;
        for (int c = 0; c < cores; c++) {
            staged.add(new ArrayList<>());
        }
    }

    /** Begins a step, and accounts for the time since the last one if that found nothing. */
    void begin(double beganNs) {
        if (idle) {
            pollingNs += Math.max(0, Math.min(beganNs, asleepNs) - endedNs);
            sleeps += beganNs > asleepNs ? 1 : 0;
        }
    }

    /** Ends a step that found work; the next one begins at once. */
    void worked(double beganNs, double endNs) {
        busyNs += endNs - beganNs;
        if (idle) {
            boolean called = beganNs > asleepNs && wantedNs <= beganNs;
            double afterNs = (called ? wantedNs : endNs) - idleSinceNs;
            spinNs = afterNs < MAX_SPIN_NS ? MAX_SPIN_NS : spinNs / 2;
        }
        idle = false;
        nextNs = endNs;
    }

    /** Ends a step that found nothing: the core polls for work for a while, and then sleeps. */
    void foundNothing(double endNs) {
        if (!idle) {
            idleSinceNs = endNs;
        }
        idle = true;
        endedNs = endNs;
        asleepNs = Math.max(endNs, idleSinceNs + spinNs);
        wantedNs = Double.POSITIVE_INFINITY;
        nextNs = Double.POSITIVE_INFINITY;
    }

    /** Makes the idle core run when a timer that it has set expires. */
    void callAt(double clockNs, double lateNs) {
        nextNs = Math.min(nextNs, clockNs <= asleepNs ? clockNs : clockNs + lateNs);
    }

    /**
     * Makes the idle core run because an item arrives for it.
     *
     * @param seenNs delay until a polling core notices an arrival
     * @return whether the core slept and is woken by this arrival
     */
    boolean onArrival(double atNs, double seenNs, double wakeNs) {
        if (atNs <= asleepNs) {
            nextNs = Math.min(nextNs, atNs + seenNs);
            return false;
        }
        if (atNs >= nextNs) {
            return false; // it will be awake
        }
        boolean first = Double.isInfinite(wantedNs);
        wantedNs = Math.min(wantedNs, atNs);
        nextNs = Math.min(nextNs, first ? atNs + wakeNs : nextNs);
        return first;
    }
}
