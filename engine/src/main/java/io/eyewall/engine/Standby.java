package io.eyewall.engine;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds back a topology that is to take over from another one: bolts that need nothing of the other
 * are prepared, the rest is opened when it is released. No spout is opened before, nor a bolt that
 * has Storm's state or belongs to Trident, and nobody gets tick tuples. Of one topology, which it
 * is submitted with. Any thread may call.
 */
public final class Standby {
    private final Set<String> late;
    private final CountDownLatch ready = new CountDownLatch(1);

    // Guarded by this.
    private Map<String, Holds> holds = Map.of();
    private @Nullable Runnable rest;

    private volatile boolean released;

    /** What a component has of a topology that is the same for the one before and the next. */
    public enum Holds {
        /** Nothing that is known of. */
        NOTHING,
        /** Storm's state, by tasks; also spouts, which may keep theirs so. */
        STATE,
        /** What Trident coordinates. */
        TRIDENT
    }

    /**
     * @param late components that are to be opened when it is released, whatever they are
     */
    public Standby(Set<String> late) {
        this.late = Set.copyOf(late);
    }

    /**
     * The topology has been assembled; for the engine.
     *
     * @param components what each component has
     */
    public synchronized void assembled(Map<String, Holds> components) {
        holds = Map.copyOf(components);
    }

    /** What each component has; empty before it is assembled. */
    public synchronized Map<String, Holds> holds() {
        return holds;
    }

    /** Whether a component is to be opened before the release; for the engine. */
    public synchronized boolean opensEarly(String componentId) {
        return holds.get(componentId) == Holds.NOTHING && !late.contains(componentId);
    }

    /**
     * What may be opened now has been told to; for the engine.
     *
     * @param opensRest tells the others; run at the release, or now if that has been
     */
    public void begun(Runnable opensRest) {
        synchronized (this) {
            if (!released) {
                rest = opensRest;
                return;
            }
        }
        opensRest.run();
    }

    /** All that may be opened before the release is open; for the engine. */
    public void onReady() {
        ready.countDown();
    }

    /**
     * Waits for that.
     *
     * @return whether it is so; false when the time ran out first
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return ready.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** From now on the topology is like any other; what was held back is opened. */
    public void release() {
        Runnable opensRest;
        synchronized (this) {
            released = true;
            opensRest = rest;
            rest = null;
        }
        if (opensRest != null) {
            opensRest.run();
        }
    }

    /** Whether it still holds back. */
    public boolean isHolding() {
        return !released;
    }
}
