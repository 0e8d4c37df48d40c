package io.eyewall.engine.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Describes how to examine objects of one class: as collections, or by reading certain fields.
 *
 * <p>Elements are read only from collections of exactly the classes listed here: their size and
 * iterators call no user code (no comparator, no {@code hashCode}, no wrapped collection) and take
 * no lock. Objects of all other classes, including wrappers and views, are read field by field.
 *
 * <p>Each class caches its layout; classes of the JDK are never unloaded and keep it for good. A
 * cached layout therefore refers only to objects of the JDK's classes. Otherwise it would keep the
 * engine's classes alive, and with them those of an application that contains the engine.
 */
final class ClassLayout {
    /** How objects of a class are examined. */
    enum Kind {
        /**
         * Belongs to the JVM or is shared by all code, like a class or a thread; is not examined.
         */
        OPAQUE,
        /** A list with random access. */
        LIST,
        /** A collection; its elements are iterated. */
        COLLECTION,
        /** A map; its keys and values are iterated. */
        MAP,
        /** Any other object; its fields are read. */
        FIELDS
    }

    private static final long HEADER_BYTES = 16;
    private static final long REFERENCE_BYTES = 8;

    private static final Set<Class<?>> LISTS =
            classesOf(
                    new Values(),
                    new ArrayList<>(),
                    new ArrayList<>().subList(0, 0),
                    Arrays.asList(1, 2),
                    List.of(),
                    List.of(1),
                    List.of(1, 2, 3),
                    List.of(1, 2, 3).subList(0, 2),
                    Collections.emptyList(),
                    Collections.singletonList(1),
                    Collections.nCopies(2, 1),
                    new CopyOnWriteArrayList<>());

    @SuppressWarnings("JdkObsolete") // applications use them
    private static final Set<Class<?>> COLLECTIONS =
            classesOf(
                    new LinkedList<>(),
                    new ArrayDeque<>(),
                    new PriorityQueue<>(),
                    new HashSet<>(),
                    new LinkedHashSet<>(),
                    new TreeSet<>(),
                    Set.of(),
                    Set.of(1),
                    Set.of(1, 2, 3),
                    Collections.emptySet(),
                    Collections.singleton(1));

    private static final Set<Class<?>> MAPS =
            classesOf(
                    new HashMap<>(),
                    new LinkedHashMap<>(),
                    new TreeMap<>(),
                    new EnumMap<>(Kind.class),
                    new IdentityHashMap<>(),
                    new WeakHashMap<>(),
                    new ConcurrentHashMap<>(),
                    new ConcurrentSkipListMap<>(),
                    Map.of(),
                    Map.of(1, 1),
                    Map.of(1, 1, 2, 2),
                    Collections.emptyMap(),
                    Collections.singletonMap(1, 1));

    private static final List<Class<?>> OPAQUE_CLASSES =
            List.of(
                    Class.class,
                    ClassLoader.class,
                    Module.class,
                    Thread.class,
                    ThreadGroup.class,
                    ThreadLocal.class,
                    Reference.class, // does not keep its referent alive
                    Member.class,
                    MethodHandle.class,
                    VarHandle.class);

    /**
     * The layout of each class: the kind's name, the shallow bytes, the locations of the fields.
     */
    private static final ClassValue<Object[]> LAYOUTS =
            new ClassValue<>() {
                @Override
                protected Object[] computeValue(Class<?> type) {
                    return computeLayout(type);
                }
            };

    private static final int FIRST_LOCATION = 2;

    private final Object[] data;
    private final Kind kind;

    private ClassLayout(Object[] data) {
        this.data = data;
        this.kind = Kind.valueOf((String) data[0]);
    }

    /** Returns the layout of a class, which is not an array class. */
    static ClassLayout of(Class<?> type) {
        return new ClassLayout(LAYOUTS.get(type));
    }

    /** Returns how to examine an object of the class. */
    Kind kind() {
        return kind;
    }

    /**
     * Returns the approximate size of an object in bytes, without the objects that it refers to.
     */
    long shallowBytes() {
        return (long) data[1];
    }

    /** Returns the number of fields that may refer to other objects. */
    int fieldCount() {
        return data.length - FIRST_LOCATION;
    }

    /** Returns the object to which such a field of an object refers, or null. */
    @Nullable Object read(Object object, int field) {
        return HeapReader.read(object, data[FIRST_LOCATION + field]);
    }

    private static Set<Class<?>> classesOf(Object... instances) {
        Set<Class<?>> classes = new HashSet<>();
        for (Object instance : instances) {
            classes.add(instance.getClass());
        }
        return Set.copyOf(classes);
    }

    private static Object[] computeLayout(Class<?> type) {
        Kind kind = kindOf(type);
        List<Object> locations = new ArrayList<>();
        long bytes = HEADER_BYTES;
        for (Class<?> declaringClass = type;
                declaringClass != null;
                declaringClass = declaringClass.getSuperclass()) {
            for (Field field : declaredFields(declaringClass)) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                // Approximate: few fields are much smaller than a reference, and none is larger.
                bytes += REFERENCE_BYTES;
                if (kind == Kind.FIELDS && mayReferToObjects(field.getType())) {
                    Object location = HeapReader.locate(field);
                    if (location != null) {
                        locations.add(location);
                    }
                }
            }
        }
        locations.addAll(0, List.of(kind.name(), bytes));
        return locations.toArray();
    }

    private static Kind kindOf(Class<?> type) {
        if (type.isEnum() || Enum.class.isAssignableFrom(type) || isOpaque(type)) {
            return Kind.OPAQUE;
        }
        if (LISTS.contains(type)) {
            return Kind.LIST;
        }
        if (COLLECTIONS.contains(type)) {
            return Kind.COLLECTION;
        }
        return MAPS.contains(type) ? Kind.MAP : Kind.FIELDS;
    }

    private static boolean isOpaque(Class<?> type) {
        return OPAQUE_CLASSES.stream().anyMatch(opaque -> opaque.isAssignableFrom(type));
    }

    private static boolean mayReferToObjects(Class<?> fieldType) {
        return !fieldType.isPrimitive() && !fieldType.isEnum() && !isOpaque(fieldType);
    }

    /**
     * Returns the declared fields; none if the type of one can't be loaded, such as a type of an
     * optional dependency.
     */
    private static Field[] declaredFields(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0];
        }
    }
}
