package io.eyewall.engine.bytecode;

import java.util.HashMap;
import java.util.Map;

/**
 * The shapes of the classes of objects that have been looked into. They are kept here and not by
 * the classes: the JDK's would keep them for good, and with them the engine's classes. For one
 * thread.
 */
final class ObjectShapes {
    private final Map<Class<?>, ObjectShape> shapes = new HashMap<>();

    /** The shape of a class that is no array's. */
    ObjectShape of(Class<?> type) {
        return shapes.computeIfAbsent(type, ObjectShape::of);
    }
}
