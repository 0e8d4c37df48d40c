package io.eyewall.model.stepping;

import io.eyewall.rules.EngineDefaults;
import io.eyewall.rules.IdleSpin;
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
    final int index;
    final PriorityQueue<Item> inbox = new PriorityQueue<>(Comparator.comparingDouble(Item::atNs));
    final List<SpoutSteps> spouts = new ArrayList<>();

    /** Spouts that wait for a slice. */
    final Deque<SpoutSteps> ready = new ArrayDeque<>();

    /** By receiving core: items to be handed over within the step or at its end. */
    final List<List<Item>> staged = new ArrayList<>();

    final SteppedHandOvers handOvers = new SteppedHandOvers();

    /** The time at which its next step begins. */
    double nextNs;

    /** Whether its last step found nothing to do. */
    boolean idle;

    /** Processor time of steps that found work. */
    double busyNs;

    /** Processor time of polling for work. */
    double pollingNs;

    /** Number of times it went to sleep. */
    long sleeps;

    /** The time at which its last step ended. */
    private double stepEndNs;

    /** The time since which it has found no work. */
    private double idleSinceNs;

    /** The time at which it went, or will go, to sleep. */
    private double sleepStartNs;

    /** The time at which another core first woke it during this sleep; infinite if none did. */
    private double wokenNs = Double.POSITIVE_INFINITY;

    private final IdleSpin spin = new IdleSpin(1_000L * EngineDefaults.IDLE_SPIN_US);

    CoreState(int index, int cores) {
        this.index = index;
        for (int c = 0; c < cores; c++) {
            staged.add(new ArrayList<>());
        }
    }

    /** Begins a step; counts the polling and the sleep since the last step if that was idle. */
    void beginStep(double beganNs) {
        if (idle) {
            pollingNs += Math.max(0, Math.min(beganNs, sleepStartNs) - stepEndNs);
            sleeps += beganNs > sleepStartNs ? 1 : 0;
        }
    }

    /** Ends a step that found work; the next step begins immediately. */
    void endBusyStep(double beganNs, double endNs) {
        busyNs += endNs - beganNs;
        if (idle) {
            boolean wasWoken = beganNs > sleepStartNs && wokenNs <= beganNs;
            double idleNs = (wasWoken ? wokenNs : endNs) - idleSinceNs;
            spin.onWork((long) idleNs);
        }
        idle = false;
        nextNs = endNs;
    }

    /** Ends a step that found no work: the core polls for a while, and then sleeps. */
    void endIdleStep(double endNs) {
        if (!idle) {
            idleSinceNs = endNs;
        }
        idle = true;
        stepEndNs = endNs;
        sleepStartNs = Math.max(endNs, idleSinceNs + spin.spinNs());
        wokenNs = Double.POSITIVE_INFINITY;
        nextNs = Double.POSITIVE_INFINITY;
    }

    /**
     * Sets a timer at which the idle core runs.
     *
     * @param dueNs the time of the timer
     * @param lateNs delay of the core if it sleeps then
     */
    void setTimer(double dueNs, double lateNs) {
        nextNs = Math.min(nextNs, dueNs <= sleepStartNs ? dueNs : dueNs + lateNs);
    }

    /**
     * Makes the idle core run because an item arrives for it.
     *
     * @param noticeNs delay until a polling core notices an arrival
     * @param wakeNs delay until a sleeping core begins to work
     * @return whether the core slept and is woken by this arrival
     */
    boolean onArrival(double atNs, double noticeNs, double wakeNs) {
        if (atNs <= sleepStartNs) {
            nextNs = Math.min(nextNs, atNs + noticeNs);
            return false;
        }
        if (atNs >= nextNs) {
            return false; // it will be awake
        }
        boolean isFirstWake = Double.isInfinite(wokenNs);
        wokenNs = Math.min(wokenNs, atNs);
        nextNs = Math.min(nextNs, isFirstWake ? atNs + wakeNs : nextNs);
        return isFirstWake;
    }
}
