package io.eyewall.engine.bytecode;

import io.eyewall.engine.memory.HeapReader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Describes how to examine the objects of one class.
 *
 * @param names internal names of the class and its superclasses, except those without a class file
 *     and the JDK's
 * @param lambda the creation site, if this is the class of an application's lambda
 * @param replacer the {@code writeReplace} of a serializable lambda, which identifies its code
 * @param places the places of the fields that may refer to other objects, as {@link HeapReader}
 *     identifies them
 * @param isOfJdk whether this is a class of the JDK, such as a node of a collection
 */
record ObjectShape(
        List<String> names,
        @Nullable LambdaSite lambda,
        @Nullable Method replacer,
        List<Object> places,
        boolean isOfJdk) {
    private static final String LAMBDA = "$$Lambda";
    private static final String ENGINE = "io/eyewall/";

    /**
     * Types that are shared by all code, or that lead to no code that a component calls while it
     * emits.
     */
    private static final List<Class<?>> OPAQUE =
            List.of(
                    Object.class,
                    String.class,
                    Number.class,
                    Boolean.class,
                    Character.class,
                    Class.class,
                    ClassLoader.class,
                    Module.class,
                    Thread.class,
                    ThreadGroup.class,
                    ThreadLocal.class,
                    Reference.class,
                    Member.class,
                    MethodHandle.class,
                    VarHandle.class);

    /**
     * Prefixes of the names of other opaque types: topology plans, metrics and loggers, which refer
     * to many objects.
     */
    private static final List<String> OPAQUE_NAMES =
            List.of(
                    "org/apache/storm/generated/",
                    "org/apache/storm/thrift/",
                    "org/apache/storm/metrics2/",
                    "org/apache/storm/shade/",
                    "org/slf4j/",
                    "org/apache/logging/",
                    "org/apache/log4j/",
                    "ch/qos/logback/",
                    "com/codahale/metrics/",
                    "java/util/logging/");

    /**
     * Fields of a task's context that may refer to objects of the component; its other fields are
     * not examined.
     */
    private static final Set<String> CONTEXT_FIELDS = Set.of("taskData", "executorData", "hooks");

    private static final ObjectShape NOTHING =
            new ObjectShape(List.of(), null, null, List.of(), true);

    /** Returns the shape of a class, which is not an array class. */
    static ObjectShape of(Class<?> type) {
        if (TopologyContext.class.isAssignableFrom(type)) {
            return ofContext();
        }
        String name = internalName(type);
        if (isPartOfEngine(type, name) || OPAQUE_NAMES.stream().anyMatch(name::startsWith)) {
            return NOTHING;
        }
        List<String> names = new ArrayList<>();
        List<Object> places = new ArrayList<>();
        for (Class<?> each = type;
                each != null && !OPAQUE.contains(each);
                each = each.getSuperclass()) {
            String eachName = internalName(each);
            if (ClassFiles.isCandidate(eachName) && !isLambda(each, eachName)) {
                names.add(eachName);
            }
            for (Field field : fieldsOf(each)) {
                addPlace(field, places);
            }
        }
        boolean ofJdk = !ClassFiles.isCandidate(name);
        boolean lambda = !ofJdk && isLambda(type, name);
        return new ObjectShape(
                List.copyOf(names),
                lambda ? site(type, name) : null,
                lambda ? replacer(type) : null,
                List.copyOf(places),
                ofJdk);
    }

    /** Returns whether there is nothing to examine. */
    boolean isEmpty() {
        return names.isEmpty() && places.isEmpty() && lambda == null;
    }

    private static ObjectShape ofContext() {
        List<Object> places = new ArrayList<>();
        for (Field field : fieldsOf(TopologyContext.class)) {
            if (CONTEXT_FIELDS.contains(field.getName())) {
                addPlace(field, places);
            }
        }
        return new ObjectShape(List.of(), null, null, List.copyOf(places), true);
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /**
     * Returns whether a class is a lambda's. A class that has such a name, but a file of its own,
     * is an ordinary class.
     */
    private static boolean isLambda(Class<?> type, String name) {
        return type.isHidden() && name.contains(LAMBDA);
    }

    private static LambdaSite site(Class<?> type, String name) {
        String host = name.substring(0, name.indexOf(LAMBDA));
        return LambdaSite.of(host, type, fieldsOf(type));
    }

    private static @Nullable Method replacer(Class<?> lambda) {
        try {
            Method replace = lambda.getDeclaredMethod("writeReplace");
            return replace.trySetAccessible() ? replace : null; // the JVM generated it
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    /**
     * Returns whether a class is part of the engine. The engine's tests have the same packages, but
     * come from another location.
     */
    private static boolean isPartOfEngine(Class<?> type, String name) {
        return name.startsWith(ENGINE)
                && type.getProtectionDomain() == ObjectShape.class.getProtectionDomain();
    }

    private static void addPlace(Field field, List<Object> places) {
        if (!Modifier.isStatic(field.getModifiers()) && mayReferToObjects(field.getType())) {
            Object place = HeapReader.place(field);
            if (place != null) {
                places.add(place);
            }
        }
    }

    private static boolean mayReferToObjects(Class<?> fieldType) {
        return !fieldType.isPrimitive()
                && (fieldType == Object.class || !OPAQUE.contains(fieldType))
                && !(fieldType.isArray() && fieldType.getComponentType().isPrimitive());
    }

    private static Field[] fieldsOf(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0]; // the class of some field is missing
        }
    }
}
