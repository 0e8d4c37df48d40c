package io.eyewall.engine;

import io.eyewall.topology.OpenedLate;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds back a topology that is to take over from another one. Bolts that need nothing from the
 * other topology are prepared; the remaining components are opened at the release. Before the
 * release the engine opens no spout and no bolt that has Storm's state, belongs to Trident or is
 * marked {@link OpenedLate}, and no task gets tick tuples. An instance belongs to the topology that
 * is submitted with it. Thread-safe.
 */
public final class Standby {
    private final Set<String> lateComponents;
    private final CountDownLatch ready = new CountDownLatch(1);

    // Guarded by this.
    private Map<String, Holds> holds = Map.of();
    private @Nullable Runnable openRemaining;

    private volatile boolean released;

    /** State of a component that the topology shares with its predecessor. */
    public enum Holds {
        /** No state, as far as the engine knows. */
        NOTHING,
        /** Storm's state of each task. Spouts may keep such state, too, so all count as this. */
        STATE,
        /** State that Trident coordinates. */
        TRIDENT,
        /** Something that only one process can have, see {@link OpenedLate}. */
        ONE_PROCESS
    }

    /**
     * @param lateComponents those to open only at the release, whatever their state
     */
    public Standby(Set<String> lateComponents) {
        this.lateComponents = Set.copyOf(lateComponents);
    }

    /**
     * Called by the engine when the topology has been assembled.
     *
     * @param components state of each component
     */
    public synchronized void onAssembled(Map<String, Holds> components) {
        holds = Map.copyOf(components);
    }

    /** Returns the state of each component; empty before the topology is assembled. */
    public synchronized Map<String, Holds> holds() {
        return holds;
    }

    /** Returns whether a component is opened before the release. Called by the engine. */
    public synchronized boolean opensEarly(String componentId) {
        return holds.get(componentId) == Holds.NOTHING && !lateComponents.contains(componentId);
    }

    /**
     * Called by the engine when it has ordered the early executors to open.
     *
     * @param opening orders the remaining executors to open; run at the release, or immediately if
     *     the topology has already been released
     */
    public void onEarlyOpening(Runnable opening) {
        synchronized (this) {
            if (!released) {
                openRemaining = opening;
                return;
            }
        }
        opening.run();
    }

    /** Called by the engine when everything that may be opened before the release is open. */
    public void onReady() {
        ready.countDown();
    }

    /**
     * Waits until everything that may be opened before the release is open.
     *
     * @return false if the limit expired first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return ready.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Opens the remaining executors; from now on the topology is like any other. */
    public void release() {
        Runnable opening;
        synchronized (this) {
            released = true;
            opening = openRemaining;
            openRemaining = null;
        }
        if (opening != null) {
            opening.run();
        }
    }

    /** Returns whether the topology is still held back. */
    public boolean isHolding() {
        return !released;
    }
}
