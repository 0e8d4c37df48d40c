package io.eyewall.engine.bytecode;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The hazards in a component's code that make direct calls unsafe. Immutable. Places have the
 * format of stack traces: "package.Class.method(File.java:12)".
 */
public final class Hazards {
    private final Optional<String> lockedEmit;
    private final Map<Awaited, String> signals;
    private final Map<Awaited, String> waits;

    /**
     * Creates the hazards of a component.
     *
     * @param lockedEmit where the component emits while a lock may be held
     * @param signals where the component ends waits of other code after it has emitted
     * @param waits where the component waits for other code
     */
    Hazards(Optional<String> lockedEmit, Map<Awaited, String> signals, Map<Awaited, String> waits) {
        this.lockedEmit = lockedEmit;
        this.signals = signals;
        this.waits = waits;
    }

    /**
     * Returns where the component emits while a lock may be held. If there is such a place, none of
     * its receivers should be called within the emit.
     */
    public Optional<String> lockedEmit() {
        return lockedEmit;
    }

    /** Returns whether the component may emit while it holds a permit of a semaphore. */
    public boolean emitsUnderSemaphore() {
        return lockedEmit.isPresent() && waits.containsKey(HandOver.SEMAPHORE);
    }

    /** Returns whether the component hands anything over after it has emitted. */
    public boolean handsOver() {
        return !signals.isEmpty();
    }

    /**
     * Returns what this component waits for if the sender ends that wait only after it has emitted:
     * called within that emit, this component would wait for ever.
     *
     * @param sender the component whose emit may lead to this one
     * @return the place of the wait and the place that ends it
     */
    public Optional<String> waitFor(Hazards sender) {
        Set<Awaited> both = new HashSet<>(waits.keySet());
        both.retainAll(sender.signals.keySet());
        return both.stream()
                .sorted(Comparator.comparing(Awaited::toString))
                .findFirst()
                .map(each -> waits.get(each) + " for " + sender.signals.get(each));
    }
}
