package io.eyewall.engine.memory;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which large parts of users' objects belong to several of them: a model or a dictionary that every
 * tuple points to takes its room once. Remembers the few seen last; keeps none of them alive. Any
 * thread.
 */
final class SharedParts {
    private static final int REMEMBERED = 16;

    /** Made for the first large part: most places never see one. */
    private volatile @Nullable AtomicReferenceArray<@Nullable Seen> seen;

    /**
     * @param owner the identity hash of the object in the tuple
     */
    private record Seen(WeakReference<Object> part, int owner) {}

    /**
     * Whether this part has been seen in another object.
     *
     * @param owner the object in the tuple that it was reached from
     */
    boolean isOfOthers(Object part, Object owner) {
        AtomicReferenceArray<@Nullable Seen> slots = seen;
        if (slots == null) {
            slots = new AtomicReferenceArray<>(REMEMBERED);
            seen = slots;
        }
        int slot = System.identityHashCode(part) & (REMEMBERED - 1);
        int ownerHash = System.identityHashCode(owner);
        Seen last = slots.get(slot);
        if (last != null && last.part().refersTo(part)) {
            return last.owner() != ownerHash;
        }
        slots.set(slot, new Seen(new WeakReference<>(part), ownerHash));
        return false;
    }
}
