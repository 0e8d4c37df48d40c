package io.eyewall.engine.memory;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Detects large parts that several user objects share: a model or a dictionary to which every tuple
 * refers takes its memory only once. Remembers the parts of the last few calls by weak references,
 * and prefers to keep those that were shared. Any thread may call.
 */
final class SharedParts {
    /** Number of slots. They form pairs; a part is in either slot of its pair. */
    private static final int SLOTS = 32;

    /** Created for the first large part: most instances never see one. */
    private volatile @Nullable AtomicReferenceArray<@Nullable Seen> seen;

    /**
     * A part that has been seen.
     *
     * @param part the part
     * @param owner the identity hash code of the object in the tuple that refers to the part
     * @param shared whether the part has been seen in another object, too
     */
    private record Seen(WeakReference<Object> part, int owner, boolean shared) {
        boolean isOf(Object object) {
            return part.refersTo(object);
        }

        boolean isSharedAndAlive() {
            return shared && !part.refersTo(null);
        }
    }

    /**
     * Returns whether this part has been seen in another object.
     *
     * @param owner the object in the tuple from which the part was reached
     */
    boolean isShared(Object part, Object owner) {
        AtomicReferenceArray<@Nullable Seen> slots = seen;
        if (slots == null) {
            slots = new AtomicReferenceArray<>(SLOTS);
            seen = slots;
        }
        int slot = System.identityHashCode(part) & (SLOTS - 2);
        int ownerHash = System.identityHashCode(owner);
        for (int i = slot; i <= slot + 1; i++) {
            Seen last = slots.get(i);
            if (last != null && last.isOf(part)) {
                return last.shared() || markIfOfAnotherOwner(slots, i, last, ownerHash);
            }
        }
        Seen first = slots.get(slot);
        int replaced = first != null && first.isSharedAndAlive() ? slot + 1 : slot;
        slots.set(replaced, new Seen(new WeakReference<>(part), ownerHash, false));
        return false;
    }

    private static boolean markIfOfAnotherOwner(
            AtomicReferenceArray<@Nullable Seen> slots, int slot, Seen last, int ownerHash) {
        if (last.owner() == ownerHash) {
            return false;
        }
        slots.set(slot, new Seen(last.part(), ownerHash, true));
        return true;
    }
}
