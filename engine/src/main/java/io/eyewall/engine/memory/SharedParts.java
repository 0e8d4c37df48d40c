package io.eyewall.engine.memory;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which large parts of users' objects belong to several of them: a model or a dictionary that every
 * tuple points to takes its room once. Remembers the few seen last, and before them those that were
 * shared; keeps none of them alive. Any thread.
 */
final class SharedParts {
    /** Pairs of places: a part is in either place of its pair. */
    private static final int REMEMBERED = 32;

    /** Made for the first large part: most places never see one. */
    private volatile @Nullable AtomicReferenceArray<@Nullable Seen> seen;

    /**
     * @param owner the identity hash of the object in the tuple
     * @param shared whether it has been seen in another one
     */
    private record Seen(WeakReference<Object> part, int owner, boolean shared) {
        boolean isOf(Object object) {
            return part.refersTo(object);
        }

        boolean isWorthMore() {
            return shared && !part.refersTo(null);
        }
    }

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
        int slot = System.identityHashCode(part) & (REMEMBERED - 2);
        int ownerHash = System.identityHashCode(owner);
        for (int i = slot; i <= slot + 1; i++) {
            Seen last = slots.get(i);
            if (last != null && last.isOf(part)) {
                return last.shared() || isOfAnother(slots, i, last, ownerHash);
            }
        }
        Seen first = slots.get(slot);
        int replaced = first != null && first.isWorthMore() ? slot + 1 : slot;
        slots.set(replaced, new Seen(new WeakReference<>(part), ownerHash, false));
        return false;
    }

    private static boolean isOfAnother(
            AtomicReferenceArray<@Nullable Seen> slots, int slot, Seen last, int ownerHash) {
        if (last.owner() == ownerHash) {
            return false;
        }
        slots.set(slot, new Seen(last.part(), ownerHash, true));
        return true;
    }
}
