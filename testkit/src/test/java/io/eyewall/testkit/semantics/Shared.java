package io.eyewall.testkit.semantics;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An object of the test that lambdas of spouts and bolts may refer to: serialization keeps its
 * identity.
 */
public final class Shared<T> implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final AtomicInteger LAST_ID = new AtomicInteger();
    private static final Map<Integer, Object> OBJECTS = new ConcurrentHashMap<>();

    private final int id = LAST_ID.incrementAndGet();

    public Shared(T object) {
        OBJECTS.put(id, object);
    }

    @SuppressWarnings("unchecked") // put there by the constructor
    public T get() {
        return (T) OBJECTS.get(id);
    }

    /** Lets the object go: for tests that make many. */
    public void forget() {
        OBJECTS.remove(id);
    }
}
