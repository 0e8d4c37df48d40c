package io.eyewall.engine.bytecode;

import java.util.HashMap;
import java.util.Map;

/**
 * A cache of the shapes of classes. It is not a {@code ClassValue}, because classes of the JDK
 * would then keep their shapes, and with them the engine's classes, for good. For one thread.
 */
final class ObjectShapes {
    private final Map<Class<?>, ObjectShape> shapes = new HashMap<>();

    /** Returns the shape of a class, which is not an array class. */
    ObjectShape of(Class<?> type) {
        return shapes.computeIfAbsent(type, ObjectShape::of);
    }
}
