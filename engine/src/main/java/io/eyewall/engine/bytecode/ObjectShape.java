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
 * How the objects of one class are looked into.
 *
 * @param names internal names of those of its class and superclasses that have a class file and are
 *     not the JDK's
 * @param lambda where it is made, if it is the application's and its class was made for a lambda
 * @param replacer of a lambda that is serializable: tells which one it is
 * @param places of the fields that may refer to other objects, for {@link HeapReader}
 * @param isOfJdk whether it is a class of the JDK, as are the parts of collections
 */
record ObjectShape(
        List<String> names,
        @Nullable LambdaSite lambda,
        @Nullable Method replacer,
        List<Object> places,
        boolean isOfJdk) {
    private static final String LAMBDA = "$$Lambda";
    private static final String ENGINE = "io/eyewall/";

    /** These belong to everybody, or lead to no code that a component calls while it emits. */
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

    /** The same: plans of topologies, metrics, loggers, which refer to much. */
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

    /** All of a task's context that leads to objects of the component. */
    private static final Set<String> OF_CONTEXT = Set.of("taskData", "executorData", "hooks");

    private static final ObjectShape NOTHING =
            new ObjectShape(List.of(), null, null, List.of(), true);

    /** The shape of a class that is no array's. */
    static ObjectShape of(Class<?> type) {
        if (TopologyContext.class.isAssignableFrom(type)) {
            return ofContext();
        }
        String name = internalName(type);
        if (isEngines(type, name) || OPAQUE_NAMES.stream().anyMatch(name::startsWith)) {
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

    /** Whether there is nothing to see. */
    boolean isEmpty() {
        return names.isEmpty() && places.isEmpty() && lambda == null;
    }

    private static ObjectShape ofContext() {
        List<Object> places = new ArrayList<>();
        for (Field field : fieldsOf(TopologyContext.class)) {
            if (OF_CONTEXT.contains(field.getName())) {
                addPlace(field, places);
            }
        }
        return new ObjectShape(List.of(), null, null, List.copyOf(places), true);
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** What has that name and a file of its own is an ordinary class. */
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
            return replace.trySetAccessible() ? replace : null; // the JVM has made it
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    /** Tests of the engine's have names like its own, but come from elsewhere. */
    private static boolean isEngines(Class<?> type, String name) {
        return name.startsWith(ENGINE)
                && type.getProtectionDomain() == ObjectShape.class.getProtectionDomain();
    }

    private static void addPlace(Field field, List<Object> places) {
        if (!Modifier.isStatic(field.getModifiers()) && mayLeadOn(field.getType())) {
            Object place = HeapReader.place(field);
            if (place != null) {
                places.add(place);
            }
        }
    }

    private static boolean mayLeadOn(Class<?> fieldType) {
        return !fieldType.isPrimitive()
                && (fieldType == Object.class || !OPAQUE.contains(fieldType))
                && !(fieldType.isArray() && fieldType.getComponentType().isPrimitive());
    }

    private static Field[] fieldsOf(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0]; // the class of one is missing
        }
    }
}
