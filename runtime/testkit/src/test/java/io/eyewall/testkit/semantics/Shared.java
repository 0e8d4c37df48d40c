package io.eyewall.testkit.semantics;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A reference from lambdas of spouts and bolts to an object of the test, which survives
 * serialization: the deserialized reference refers to the same object.
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

    /** Releases the object, for tests that create many. */
    public void forget() {
        OBJECTS.remove(id);
    }
}
