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
 * @param writeReplace the method of that name of a serializable lambda; it returns an object that
 *     identifies the lambda's code
 * @param references the fields that may refer to other objects, as {@link HeapReader} identifies
 *     them
 * @param isOfJdk whether this is a class of the JDK, such as a node of a collection
 */
record ObjectShape(
        List<String> names,
        @Nullable LambdaSite lambda,
        @Nullable Method writeReplace,
        List<Object> references,
        boolean isOfJdk) {
    private static final String LAMBDA = "$$Lambda";
    private static final String ENGINE = "io/eyewall/";

    /**
     * Types whose objects are not examined: all code shares them, or they lead to no code that a
     * component calls while it emits.
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

    /** The shape of a class whose objects are not examined. */
    private static final ObjectShape EMPTY =
            new ObjectShape(List.of(), null, null, List.of(), true);

    /** Returns the shape of a class, which is not an array class. */
    static ObjectShape of(Class<?> type) {
        if (TopologyContext.class.isAssignableFrom(type)) {
            return ofContext();
        }
        String name = internalName(type);
        if (isPartOfEngine(type, name) || OPAQUE_NAMES.stream().anyMatch(name::startsWith)) {
            return EMPTY;
        }
        List<String> names = new ArrayList<>();
        List<Object> references = new ArrayList<>();
        for (Class<?> each = type;
                each != null && !OPAQUE.contains(each);
                each = each.getSuperclass()) {
            String eachName = internalName(each);
            if (ClassFiles.isCandidate(eachName) && !isLambda(each, eachName)) {
                names.add(eachName);
            }
            for (Field field : fieldsOf(each)) {
                addReference(field, references);
            }
        }
        boolean isOfJdk = !ClassFiles.isCandidate(name);
        boolean isLambda = !isOfJdk && isLambda(type, name);
        return new ObjectShape(
                List.copyOf(names),
                isLambda ? lambdaSite(type, name) : null,
                isLambda ? writeReplace(type) : null,
                List.copyOf(references),
                isOfJdk);
    }

    /** Returns whether there is nothing to examine. */
    boolean isEmpty() {
        return names.isEmpty() && references.isEmpty() && lambda == null;
    }

    private static ObjectShape ofContext() {
        List<Object> references = new ArrayList<>();
        for (Field field : fieldsOf(TopologyContext.class)) {
            if (CONTEXT_FIELDS.contains(field.getName())) {
                addReference(field, references);
            }
        }
        return new ObjectShape(List.of(), null, null, List.copyOf(references), true);
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /**
     * Returns whether a class is that of a lambda. A class that has such a name, but is not hidden,
     * is an ordinary class.
     */
    private static boolean isLambda(Class<?> type, String name) {
        return type.isHidden() && name.contains(LAMBDA);
    }

    private static LambdaSite lambdaSite(Class<?> type, String name) {
        String host = name.substring(0, name.indexOf(LAMBDA));
        return LambdaSite.of(host, type, fieldsOf(type));
    }

    private static @Nullable Method writeReplace(Class<?> lambda) {
        try {
            Method replace = lambda.getDeclaredMethod("writeReplace");
            return replace.trySetAccessible() ? replace : null;
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

    private static void addReference(Field field, List<Object> references) {
        if (!Modifier.isStatic(field.getModifiers()) && mayReferToObjects(field.getType())) {
            Object reference = HeapReader.locate(field);
            if (reference != null) {
                references.add(reference);
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
