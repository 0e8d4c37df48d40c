package io.eyewall.engine.bytecode;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What in a component's code makes direct calls unsafe. Places are as in stack traces:
 * "package.Class.method(File.java:12)".
 */
public final class Hazards {
    private final Optional<String> lockedEmit;
    private final Map<HandOver, String> given;
    private final Map<HandOver, String> awaited;

    /**
     * @param lockedEmit where it emits while a lock may be held
     * @param given where it ends waits after it has emitted
     * @param awaited where it waits for others
     */
    Hazards(
            Optional<String> lockedEmit,
            Map<HandOver, String> given,
            Map<HandOver, String> awaited) {
        this.lockedEmit = lockedEmit;
        this.given = given;
        this.awaited = awaited;
    }

    /**
     * Where it emits while a lock may be held: none of its receivers should be called within the
     * emit.
     */
    public Optional<String> lockedEmit() {
        return lockedEmit;
    }

    /** Whether it hands anything over after it has emitted. */
    public boolean handsOver() {
        return !given.isEmpty();
    }

    /**
     * What the component waits for, if another one does that only after it has emitted: called
     * within that emit, it would wait for ever.
     *
     * @param sender whose emit may lead to it
     * @return the places of the wait, and of what ends it
     */
    public Optional<String> waitFor(Hazards sender) {
        Set<HandOver> both = new HashSet<>(awaited.keySet());
        both.retainAll(sender.given.keySet());
        return both.stream()
                .sorted()
                .findFirst()
                .map(each -> awaited.get(each) + " for " + sender.given.get(each));
    }
}
