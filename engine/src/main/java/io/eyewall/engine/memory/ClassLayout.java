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
 * How objects of one class are looked into: by which of their fields, or as collections.
 *
 * <p>Only collections of exactly these classes are asked for their elements: their size and
 * iterators call no code of the user's (no comparator, no {@code hashCode}, no wrapped collection)
 * and take no lock. All others, wrappers and views among them, are read by their fields.
 *
 * <p>Each class keeps its layout, classes of the JDK do so for good. Such a layout refers to
 * objects of the JDK's classes only, or it would keep the engine's classes, and with them those of
 * an application that has brought its engine along.
 */
final class ClassLayout {
    /** How objects of a class are looked into. */
    enum Kind {
        /** Belongs to the JVM or to everybody, as a class or a thread; is not looked into. */
        OPAQUE,
        /** A list of random access. */
        LIST,
        /** A collection that is iterated. */
        COLLECTION,
        /** A map whose keys and values are iterated. */
        MAP,
        /** Anything else: by its fields. */
        FIELDS
    }

    private static final long HEADER = 16;
    private static final long REFERENCE = 8;

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

    @SuppressWarnings("JdkObsolete") // users have them
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
                    Reference.class, // what it refers to does not stay because of it
                    Member.class,
                    MethodHandle.class,
                    VarHandle.class);

    /** The kind's name, the shallow size, and the places of the fields. */
    private static final ClassValue<Object[]> LAYOUTS =
            new ClassValue<>() {
                @Override
                protected Object[] computeValue(Class<?> type) {
                    return made(type);
                }
            };

    private static final int FIRST_PLACE = 2;

    private final Object[] kept;
    private final Kind kind;

    private ClassLayout(Object[] kept) {
        this.kept = kept;
        this.kind = Kind.valueOf((String) kept[0]);
    }

    /** The layout of a class that is no array's. */
    static ClassLayout of(Class<?> type) {
        return new ClassLayout(LAYOUTS.get(type));
    }

    /** How to look into it. */
    Kind kind() {
        return kind;
    }

    /** About how many bytes it takes itself. */
    long shallowBytes() {
        return (long) kept[1];
    }

    /** How many of its fields may refer to other objects. */
    int fieldCount() {
        return kept.length - FIRST_PLACE;
    }

    /** What such a field of an object refers to, or null. */
    @Nullable Object read(Object object, int field) {
        return HeapReader.read(object, kept[FIRST_PLACE + field]);
    }

    private static Set<Class<?>> classesOf(Object... instances) {
        Set<Class<?>> classes = new HashSet<>();
        for (Object instance : instances) {
            classes.add(instance.getClass());
        }
        return Set.copyOf(classes);
    }

    private static Object[] made(Class<?> type) {
        Kind kind = kind(type);
        List<Object> places = new ArrayList<>();
        long bytes = HEADER;
        for (Class<?> from = type; from != null; from = from.getSuperclass()) {
            for (Field field : declared(from)) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                bytes += REFERENCE; // about: few fields are much smaller, none is larger
                if (kind == Kind.FIELDS && mayLeadOn(field.getType())) {
                    Object place = HeapReader.place(field);
                    if (place != null) {
                        places.add(place);
                    }
                }
            }
        }
        places.addAll(0, List.of(kind.name(), bytes));
        return places.toArray();
    }

    private static Kind kind(Class<?> type) {
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

    private static boolean mayLeadOn(Class<?> fieldType) {
        return !fieldType.isPrimitive() && !fieldType.isEnum() && !isOpaque(fieldType);
    }

    /** None of a class with a field whose type can't be loaded, as of an optional dependency. */
    private static Field[] declared(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0];
        }
    }
}
