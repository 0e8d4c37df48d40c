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
            checkFactory(what, type, object);
        } else {
            checkConstructor(what, type, object, constructorArgs.size());
        }
        for (YamlMap property : object.maps("properties", "a property")) {
            property.allow("a property", PROPERTY);
            String name = property.required("a property", "name");
            if (property.has("value") == property.has("ref")) {
                throw property.problem("property '" + name + "' needs a value or a ref");
            }
            if (property.has("ref")) {
                checkReference(property, property.required("a property", "ref"));
            }
            if (!made && !hasProperty(type, name)) {
                throw property.problem(
                        "name",
                        type.getName() + " has no setter and no public field for '" + name + "'");
            }
        }
        for (YamlMap method : object.maps("configMethods", "a configuration method")) {
            method.allow("a configuration method", METHOD);
            String name = method.required("a configuration method", "name");
            List<Node> args = method.list("args");
            checkReferences(method, args);
            if (!made && !hasMethod(type, name, args.size())) {
                throw method.problem("name", noMethod(type, "public method", name, args.size()));
            }
        }
    }

    private Class<?> type(String what, YamlMap object) throws FluxException {
        String className = object.required(what, "className");
        try {
            return Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            throw object.problem(
                    "className",
                    what
                            + ": class "
                            + className
                            + " is not in Storm, Flux or the given jars; name its jar after the"
                            + " file");
        } catch (LinkageError e) {
            throw object.problem(
                    "className", what + ": class " + className + " can't be loaded: " + e);
        }
    }

    private static void checkConstructor(String what, Class<?> type, YamlMap object, int args)
            throws FluxException {
        if (Modifier.isAbstract(type.getModifiers())) {
            throw object.problem("className", what + ": " + type.getName() + " is abstract");
        }
        if (!Modifier.isPublic(type.getModifiers())) {
            throw object.problem("className", what + ": " + type.getName() + " is not public");
        }
        if (Arrays.stream(type.getConstructors())
                .noneMatch(constructor -> constructor.getParameterCount() == args)) {
            throw object.problem(
                    args == 0 ? "className" : "constructorArgs",
                    what
                            + ": "
                            + type.getName()
                            + " has no public constructor with "
                            + args
                            + " arguments; it has: "
                            + Arrays.stream(type.getConstructors())
                                    .map(Constructor::toString)
                                    .collect(Collectors.joining(", ")));
        }
    }

    private static void checkFactory(String what, Class<?> type, YamlMap object)
            throws FluxException {
        String name = object.required(what, "factory");
        int args = object.list("factoryArgs").size();
        if (!hasMethod(type, name, args)) {
            throw object.problem(
                    "factory", what + ": " + noMethod(type, "factory method", name, args));
        }
    }

    private static String noMethod(Class<?> type, String kind, String name, int args) {
        return type.getName() + " has no " + kind + " '" + name + "' with " + args + " arguments";
    }

    private static boolean hasMethod(Class<?> type, String name, int args) {
        return Arrays.stream(type.getMethods())
                .anyMatch(m -> m.getName().equals(name) && m.getParameterCount() == args);
    }

    private static boolean hasProperty(Class<?> type, String name) {
        if (name.isEmpty()) {
            return false;
        }
        String setter = "set" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        return Arrays.stream(type.getMethods()).map(Method::getName).anyMatch(setter::equals)
                || Arrays.stream(type.getFields()).map(Field::getName).anyMatch(name::equals);
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
