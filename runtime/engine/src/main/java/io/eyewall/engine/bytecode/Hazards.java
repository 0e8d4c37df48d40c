package io.eyewall.engine.bytecode;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The hazards in a component's code that make direct calls unsafe. Immutable. Locations in the code
 * have the format of stack traces: "package.Class.method(File.java:12)".
 */
public final class Hazards {
    private final Optional<String> lockedEmit;
    private final Map<Awaited, String> signals;
    private final Map<Awaited, String> waits;
    private final Map<StaticField, String> threadValues;

    /**
     * Creates the hazards of a component.
     *
     * @param lockedEmit where the component emits while a lock may be held
     * @param signals where the component ends waits of other code after it has emitted
     * @param waits where the component waits for other code
     * @param threadValues where the component reads values that its thread shares
     */
    Hazards(
            Optional<String> lockedEmit,
            Map<Awaited, String> signals,
            Map<Awaited, String> waits,
            Map<StaticField, String> threadValues) {
        this.lockedEmit = lockedEmit;
        this.signals = signals;
        this.waits = waits;
        this.threadValues = threadValues;
    }

    /**
     * Returns where the component emits while a lock may be held; empty if nowhere. If there is
     * such an emit, no receiver should be called within it.
     */
    public Optional<String> lockedEmit() {
        return lockedEmit;
    }

    /** Returns whether the component may emit while it holds a permit of a semaphore. */
    public boolean emitsUnderSemaphore() {
        return lockedEmit.isPresent() && waits.containsKey(WaitKind.SEMAPHORE);
    }

    /**
     * Returns whether a receiver may exist that must not be called within an emit of the component:
     * one for which {@link #waitFor} or {@link #sharedValue} returns something.
     */
    public boolean concernsReceivers() {
        return !signals.isEmpty() || !threadValues.isEmpty();
    }

    /**
     * Returns what this component waits for if the sender ends that wait only after it has emitted:
     * called within that emit, this component would wait for ever.
     *
     * @param sender the component whose emit may lead to this one
     * @return the location of the wait and that of the call that ends it
     */
    public Optional<String> waitFor(Hazards sender) {
        return commonKey(waits, sender.signals)
                .map(each -> waits.get(each) + " for " + sender.signals.get(each));
    }

    /**
     * Returns which thread-local value both this component and the sender use: called within the
     * sender's emit, this component would change what the sender continues to use.
     *
     * @param sender the component whose emit may lead to this one
     * @return the locations where this component and the sender read the value
     */
    public Optional<String> sharedValue(Hazards sender) {
        return commonKey(threadValues, sender.threadValues)
                .map(each -> threadValues.get(each) + " and " + sender.threadValues.get(each));
    }

    /** Returns a key that both maps have, always the same one. */
    private static <T> Optional<T> commonKey(Map<T, String> one, Map<T, String> other) {
        Set<T> both = new HashSet<>(one.keySet());
        both.retainAll(other.keySet());
        return both.stream().min(Comparator.comparing(T::toString));
    }
}
