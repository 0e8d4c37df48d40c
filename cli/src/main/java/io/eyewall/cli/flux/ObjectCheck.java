package io.eyewall.cli.flux;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.MappingNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;
import org.jspecify.annotations.Nullable;

/**
 * Checks the definition of an object against its class: whether the members exist that Flux will
 * look up by reflection (FluxBuilder.java), as far as that is known without creating the object.
 */
final class ObjectCheck {
    /** Keys that are valid wherever {@code className} is. */
    static final List<String> KEYS =
            List.of(
                    "className",
                    "constructorArgs",
                    "properties",
                    "configMethods",
                    "factory",
                    "factoryArgs");

    private static final List<String> METHOD_KEYS = List.of("name", "args");
    private static final List<String> PROPERTY_KEYS = List.of("name", "value", "ref");

    private final ClassLoader loader;
    private final Map<String, YamlMap> components;
    private final Findings findings;
    private final Set<String> usedComponents = new HashSet<>();

    /**
     * Creates a check.
     *
     * @param components the components that may be referred to; the caller adds further ones
     *     between checks
     */
    ObjectCheck(ClassLoader loader, Map<String, YamlMap> components, Findings findings) {
        this.loader = loader;
        this.components = components;
        this.findings = findings;
    }

    /** Returns the ids of components that were referred to so far. */
    Set<String> usedComponents() {
        return usedComponents;
    }

    /**
     * Checks the definition of one object.
     *
     * @param subject the object's name for messages, such as {@code spout 'words'}
     */
    void check(String subject, YamlMap object) {
        Class<?>[] found = new Class<?>[1];
        findings.attempt(() -> found[0] = loadType(subject, object));
        Class<?> type = found[0]; // null if unknown; the rest can still be checked
        boolean[] madeByFactory = new boolean[1];
        findings.attempt(
                () -> {
                    List<Node> constructorArgs = object.list("constructorArgs");
                    madeByFactory[0] = constructorArgs.isEmpty() && object.has("factory");
                    checkReferences(object, constructorArgs);
                    checkReferences(object, object.list("factoryArgs"));
                    if (type != null && madeByFactory[0]) {
                        checkMethod(
                                subject,
                                type,
                                object,
                                "factory",
                                "factory method",
                                object.required(subject, "factory"),
                                object.list("factoryArgs"));
                    } else if (type != null) {
                        checkConstructor(subject, type, object, constructorArgs);
                    }
                });
        Class<?> objectType = madeByFactory[0] ? null : type;
        findings.attempt(
                () -> {
                    for (YamlMap property : object.maps("properties", "a property")) {
                        findings.addUnknownKeys(property, "a property", PROPERTY_KEYS);
                        findings.attempt(() -> checkProperty(subject, objectType, property));
                    }
                });
        findings.attempt(
                () -> {
                    for (YamlMap method : object.maps("configMethods", "a configuration method")) {
                        findings.addUnknownKeys(method, "a configuration method", METHOD_KEYS);
                        findings.attempt(() -> checkConfigMethod(subject, objectType, method));
                    }
                });
    }

    private void checkConfigMethod(String subject, @Nullable Class<?> type, YamlMap method)
            throws FluxException {
        String name = method.required("a configuration method", "name");
        List<Node> args = method.list("args");
        checkReferences(method, args);
        if (type != null) {
            checkMethod(subject, type, method, "name", "public method", name, args);
        }
    }

    /**
     * Checks that an object has one of the given types. The type of an object that a factory makes
     * is not known and therefore accepted.
     *
     * @param types names of Storm classes
     */
    void checkHasType(String subject, YamlMap object, List<String> types) throws FluxException {
        Class<?> type = object.has("factory") ? null : loadTypeOrNull(subject, object);
        if (type == null) {
            return;
        }
        for (String name : types) {
            try {
                if (loader.loadClass(name).isAssignableFrom(type)) {
                    return;
                }
            } catch (ClassNotFoundException e) {
                return; // the application bundles an older Storm without this type
            }
        }
        throw object.problem(
                "className",
                subject
                        + ": "
                        + type.getName()
                        + " has another type; expected a class that implements "
                        + types.stream()
                                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                                .collect(Collectors.joining(" or ")));
    }

    private @Nullable Class<?> loadTypeOrNull(String subject, YamlMap object) {
        try {
            return loadType(subject, object);
        } catch (FluxException e) {
            return null; // reported at its definition
        }
    }

    /**
     * Checks a property against the class's setters and public fields.
     *
     * @param type the class that has the property; null if it is not known
     */
    private void checkProperty(String subject, @Nullable Class<?> type, YamlMap property)
            throws FluxException {
        String name = property.required("a property", "name");
        if (property.has("value") == property.has("ref")) {
            throw property.problem("property '" + name + "' needs a value or a ref");
        }
        if (property.has("ref")) {
            checkReference(property, property.required("a property", "ref"));
        }
        if (type == null || hasField(type, name)) {
            return;
        }
        List<Method> setters = methodsOf(type, setterName(name), 1);
        if (setters.isEmpty()) {
            throw property.problem(
                    "name",
                    type.getName()
                            + " has no setter and no public field for '"
                            + name
                            + "'"
                            + DidYouMean.suggestion(name, propertyNames(type)));
        }
        Node value = property.value("value");
        if (value != null) {
            argumentCheck(property).check(subject, List.of(value), setters);
        }
    }

    private Class<?> loadType(String subject, YamlMap object) throws FluxException {
        String className = object.required(subject, "className");
        try {
            return loader.loadClass(
                    className); // with --legacy, the loaded class may have another name
        } catch (ClassNotFoundException e) {
            throw object.problem(
                            "className",
                            subject
                                    + ": class "
                                    + className
                                    + " is not in Storm, Flux or the given jars; name its jar after"
                                    + " the file"
                                    + DidYouMean.suggestion(className, ClassNames.listAll(loader)))
                    .withCause(e);
        } catch (LinkageError e) {
            throw object.problem(
                            "className",
                            subject + ": class " + className + " can't be loaded: " + e)
                    .withCause(e);
        }
    }

    private void checkConstructor(String subject, Class<?> type, YamlMap object, List<Node> args)
            throws FluxException {
        if (Modifier.isAbstract(type.getModifiers())) {
            throw object.problem("className", subject + ": " + type.getName() + " is abstract");
        }
        if (!Modifier.isPublic(type.getModifiers())) {
            throw object.problem("className", subject + ": " + type.getName() + " is not public");
        }
        List<Constructor<?>> candidates =
                Arrays.stream(type.getConstructors())
                        .filter(constructor -> constructor.getParameterCount() == args.size())
                        .toList();
        if (candidates.isEmpty()) {
            throw object.problem(
                    args.isEmpty() ? "className" : "constructorArgs",
                    subject
                            + ": "
                            + type.getName()
                            + " has no public constructor with "
                            + args.size()
                            + " arguments; it has: "
                            + Arrays.stream(type.getConstructors())
                                    .map(Constructor::toString)
                                    .collect(Collectors.joining(", ")));
        }
        argumentCheck(object).check(subject, args, candidates);
    }

    private void checkMethod(
            String subject,
            Class<?> type,
            YamlMap holder,
            String key,
            String kind,
            String name,
            List<Node> args)
            throws FluxException {
        List<Method> candidates = methodsOf(type, name, args.size());
        if (candidates.isEmpty()) {
            throw holder.problem(
                    key,
                    "%s: %s has no %s '%s' with %d arguments%s"
                            .formatted(
                                    subject,
                                    type.getName(),
                                    kind,
                                    name,
                                    args.size(),
                                    alternatives(type, name)));
        }
        argumentCheck(holder).check(subject, args, candidates);
    }

    private static List<Method> methodsOf(Class<?> type, String name, int args) {
        return Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(name) && m.getParameterCount() == args)
                .toList();
    }

    /** Returns text that lists the methods of the same name, or suggests a similar name. */
    private static String alternatives(Class<?> type, String name) {
        List<String> namesakes =
                Arrays.stream(type.getMethods())
                        .filter(method -> method.getName().equals(name))
                        .map(FluxArguments::signature)
                        .sorted()
                        .toList();
        if (!namesakes.isEmpty()) {
            return "; it has: " + String.join(", ", namesakes);
        }
        return DidYouMean.suggestion(
                name, Arrays.stream(type.getMethods()).map(Method::getName).distinct().toList());
    }

    private static List<String> propertyNames(Class<?> type) {
        return Stream.concat(
                        Arrays.stream(type.getFields()).map(Field::getName),
                        Arrays.stream(type.getMethods())
                                .filter(method -> method.getParameterCount() == 1)
                                .map(Method::getName)
                                .filter(name -> name.startsWith("set") && name.length() > 3)
                                .map(
                                        name ->
                                                name.substring(3, 4).toLowerCase(Locale.ROOT)
                                                        + name.substring(4)))
                .distinct()
                .toList();
    }

    private static String setterName(String name) {
        int first = Math.min(1, name.length());
        return "set" + name.substring(0, first).toUpperCase(Locale.ROOT) + name.substring(first);
    }

    private static boolean hasField(Class<?> type, String name) {
        return Arrays.stream(type.getFields()).map(Field::getName).anyMatch(name::equals);
    }

    private FluxArguments argumentCheck(YamlMap holder) {
        return new FluxArguments(holder.file(), this::componentType);
    }

    /**
     * Returns the class of a component; null if it is not known, as for an object that a factory
     * makes.
     */
    private @Nullable Class<?> componentType(String id) {
        YamlMap component = components.get(id);
        if (component == null || component.has("factory")) {
            return null;
        }
        return loadTypeOrNull("component '" + id + "'", component);
    }

    /** Checks arguments of the form {@code ref: id} and {@code reflist: [id, ...]}. */
    private void checkReferences(YamlMap holder, List<Node> args) throws FluxException {
        for (Node arg : args) {
            if (!(arg instanceof MappingNode)) {
                continue;
            }
            YamlMap map = YamlMap.fromNode(holder.file(), arg, "a reference");
            if (map.isOnly("ref")) {
                checkReference(map, map.required("a reference", "ref"));
            } else if (map.isOnly("reflist")) {
                for (Node element : map.list("reflist")) {
                    if (element instanceof ScalarNode id) {
                        checkReference(map, id.getValue());
                    }
                }
            }
        }
    }

    private void checkReference(YamlMap holder, String id) throws FluxException {
        usedComponents.add(id);
        if (!components.containsKey(id)) {
            throw holder.problem(
                    "ref",
                    "no component '"
                            + id
                            + "' is defined before its use"
                            + DidYouMean.suggestion(id, components.keySet())
                            + "; there are "
                            + (components.isEmpty() ? "none" : components.keySet())
                            + " (those of included files come after this file's)");
        }
    }
}
