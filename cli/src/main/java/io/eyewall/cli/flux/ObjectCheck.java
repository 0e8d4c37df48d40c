package io.eyewall.cli.flux;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.MappingNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;
import org.jspecify.annotations.Nullable;

/**
 * Checks the definition of one object against its class: what Flux will look for by reflection
 * (FluxBuilder.java), as far as it can be known without making the object.
 */
final class ObjectCheck {
    /** Keys of everything that has a class name. */
    static final List<String> KEYS =
            List.of(
                    "className",
                    "constructorArgs",
                    "properties",
                    "configMethods",
                    "factory",
                    "factoryArgs");

    private static final List<String> METHOD = List.of("name", "args");
    private static final List<String> PROPERTY = List.of("name", "value", "ref");

    private final ClassLoader loader;
    private final Map<String, YamlMap> components;

    /**
     * @param components what may be referred to; the caller adds to it as it goes
     */
    ObjectCheck(ClassLoader loader, Map<String, YamlMap> components) {
        this.loader = loader;
        this.components = components;
    }

    /**
     * @param what the object is called in messages, such as {@code spout 'words'}
     */
    void check(String what, YamlMap object) throws FluxException {
        Class<?> type = type(what, object);
        List<Node> constructorArgs = object.list("constructorArgs");
        checkReferences(object, constructorArgs);
        checkReferences(object, object.list("factoryArgs"));
        boolean made = constructorArgs.isEmpty() && object.has("factory");
        if (made) {
            checkMethod(
                    what,
                    type,
                    object,
                    "factory",
                    "factory method",
                    object.required(what, "factory"),
                    object.list("factoryArgs"));
        } else {
            checkConstructor(what, type, object, constructorArgs);
        }
        for (YamlMap property : object.maps("properties", "a property")) {
            checkProperty(what, made ? null : type, property);
        }
        for (YamlMap method : object.maps("configMethods", "a configuration method")) {
            method.allow("a configuration method", METHOD);
            String name = method.required("a configuration method", "name");
            List<Node> args = method.list("args");
            checkReferences(method, args);
            if (!made) {
                checkMethod(what, type, method, "name", "public method", name, args);
            }
        }
    }

    /**
     * @param type that has the property; null if it is not known
     */
    private void checkProperty(String what, @Nullable Class<?> type, YamlMap property)
            throws FluxException {
        property.allow("a property", PROPERTY);
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
        List<Method> setters = methods(type, setter(name), 1);
        if (setters.isEmpty()) {
            throw property.problem(
                    "name",
                    type.getName() + " has no setter and no public field for '" + name + "'");
        }
        Node value = property.value("value");
        if (value != null) {
            arguments(property).check(what, List.of(value), setters);
        }
    }

    private Class<?> type(String what, YamlMap object) throws FluxException {
        String className = object.required(what, "className");
        try {
            return loader.loadClass(className); // with --legacy, under another name
        } catch (ClassNotFoundException e) {
            throw object.problem(
                            "className",
                            what
                                    + ": class "
                                    + className
                                    + " is not in Storm, Flux or the given jars; name its jar after"
                                    + " the file")
                    .because(e);
        } catch (LinkageError e) {
            throw object.problem(
                            "className", what + ": class " + className + " can't be loaded: " + e)
                    .because(e);
        }
    }

    private void checkConstructor(String what, Class<?> type, YamlMap object, List<Node> args)
            throws FluxException {
        if (Modifier.isAbstract(type.getModifiers())) {
            throw object.problem("className", what + ": " + type.getName() + " is abstract");
        }
        if (!Modifier.isPublic(type.getModifiers())) {
            throw object.problem("className", what + ": " + type.getName() + " is not public");
        }
        List<Constructor<?>> candidates =
                Arrays.stream(type.getConstructors())
                        .filter(constructor -> constructor.getParameterCount() == args.size())
                        .toList();
        if (candidates.isEmpty()) {
            throw object.problem(
                    args.isEmpty() ? "className" : "constructorArgs",
                    what
                            + ": "
                            + type.getName()
                            + " has no public constructor with "
                            + args.size()
                            + " arguments; it has: "
                            + Arrays.stream(type.getConstructors())
                                    .map(Constructor::toString)
                                    .collect(Collectors.joining(", ")));
        }
        arguments(object).check(what, args, candidates);
    }

    private void checkMethod(
            String what,
            Class<?> type,
            YamlMap holder,
            String key,
            String kind,
            String name,
            List<Node> args)
            throws FluxException {
        List<Method> candidates = methods(type, name, args.size());
        if (candidates.isEmpty()) {
            throw holder.problem(
                    key,
                    "%s: %s has no %s '%s' with %d arguments"
                            .formatted(what, type.getName(), kind, name, args.size()));
        }
        arguments(holder).check(what, args, candidates);
    }

    private static List<Method> methods(Class<?> type, String name, int args) {
        return Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(name) && m.getParameterCount() == args)
                .toList();
    }

    private static String setter(String name) {
        int first = Math.min(1, name.length());
        return "set" + name.substring(0, first).toUpperCase(Locale.ROOT) + name.substring(first);
    }

    private static boolean hasField(Class<?> type, String name) {
        return Arrays.stream(type.getFields()).map(Field::getName).anyMatch(name::equals);
    }

    private Arguments arguments(YamlMap holder) {
        return new Arguments(holder.file(), this::componentType);
    }

    /** Null if it is not known: what a factory makes. */
    private @Nullable Class<?> componentType(String id) {
        YamlMap component = components.get(id);
        if (component == null || component.has("factory")) {
            return null;
        }
        try {
            return type("component '" + id + "'", component);
        } catch (FluxException e) {
            return null; // said where it is defined
        }
    }

    /** Arguments of the form {@code ref: id} and {@code reflist: [id, ...]}. */
    private void checkReferences(YamlMap holder, List<Node> args) throws FluxException {
        for (Node arg : args) {
            if (!(arg instanceof MappingNode)) {
                continue;
            }
            YamlMap map = YamlMap.of(holder.file(), arg, "a reference");
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
        if (!components.containsKey(id)) {
            throw holder.problem(
                    "ref",
                    "no component '"
                            + id
                            + "' is defined before its use; there are "
                            + (components.isEmpty() ? "none" : components.keySet())
                            + " (those of included files come after this file's)");
        }
    }
}
