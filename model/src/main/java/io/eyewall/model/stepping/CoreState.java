package io.eyewall.model.stepping;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/** A core between its steps: what has come, what it has for others, whether it sleeps. */
final class CoreState {
    private static final double MOST_SPIN_NS = 20_000;

    final int index;
    final PriorityQueue<Item> inbox = new PriorityQueue<>(Comparator.comparingDouble(Item::atNs));
    final List<SpoutSteps> spouts = new ArrayList<>();
    final Deque<SpoutSteps> ready = new ArrayDeque<>();

    /** By receiving core: what is handed over within the step or at its end. */
    final List<List<Item>> staged = new ArrayList<>();

    final HandOvers handOvers = new HandOvers();

    /** When its next step begins. */
    double nextNs;

    /** Whether its last step found nothing to do. */
    boolean idle;

    double busyNs;

    /** Processor time of looking for work. */
    double lookedNs;

    /** How often it has gone to sleep. */
    long sleeps;

    /** When its last step ended. */
    private double endedNs;

    /** Since when it has found nothing. */
    private double idleSinceNs;

    /** When it went, or will go, to sleep. */
    private double asleepNs;

    /** When another wanted it in this sleep; infinite: nobody. */
    private double wantedNs = Double.POSITIVE_INFINITY;

    private double spinNs = MOST_SPIN_NS;

    CoreState(int index, int cores) {
        this.index = index;
        for (int c = 0; c < cores; c++) {
            staged.add(new ArrayList<>());
        }
    }

    /** A step begins: what the core has done since the last one, if that found nothing. */
    void begin(double beganNs) {
        if (idle) {
            lookedNs += Math.max(0, Math.min(beganNs, asleepNs) - endedNs);
            sleeps += beganNs > asleepNs ? 1 : 0;
        }
    }

    /** A step has ended that found something to do; the next begins at once. */
    void worked(double beganNs, double endNs) {
        busyNs += endNs - beganNs;
        if (idle) {
            boolean called = beganNs > asleepNs && wantedNs <= beganNs;
            double afterNs = (called ? wantedNs : endNs) - idleSinceNs;
            spinNs = afterNs < MOST_SPIN_NS ? MOST_SPIN_NS : spinNs / 2;
        }
        idle = false;
        nextNs = endNs;
    }

    /** A step has ended that found nothing: it looks for work for a while, and then sleeps. */
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

    /** It is idle, and a clock that it has set goes off. */
    void callAt(double clockNs, double lateNs) {
        nextNs = Math.min(nextNs, clockNs <= asleepNs ? clockNs : clockNs + lateNs);
    }

    /**
     * It is idle, and something comes for it.
     *
     * @param seenNs until a core sees what comes while it looks for it
     * @return whether it sleeps, and is woken by that
     */
    boolean comes(double atNs, double seenNs, double wakeNs) {
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
