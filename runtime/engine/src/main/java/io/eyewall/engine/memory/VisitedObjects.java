package io.eyewall.engine.memory;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The set of objects that a walk has visited, by identity. The first few are compared one by one,
 * so that most walks compute no identity hash codes. For one thread.
 */
final class VisitedObjects {
    private static final int COMPARED = 8;

    private final @Nullable Object[] first = new Object[COMPARED];
    private int count;
    private @Nullable Set<Object> others;

    /** Returns whether the object has been added. */
    boolean contains(Object object) {
        for (int i = 0; i < count; i++) {
            if (first[i] == object) {
                return true;
            }
        }
        Set<Object> more = others;
        return more != null && more.contains(object);
    }

    /** Adds an object. Returns whether it is new. */
    boolean add(Object object) {
        for (int i = 0; i < count; i++) {
            if (first[i] == object) {
                return false;
            }
        }
        if (count < COMPARED) {
            first[count++] = object;
            return true;
        }
        Set<Object> more = others;
        if (more == null) {
            more = Collections.newSetFromMap(new IdentityHashMap<>());
            others = more;
        }
        return more.add(object);
    }
}
