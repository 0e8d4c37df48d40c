package io.eyewall.cli.flux;

import java.lang.reflect.Executable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.MappingNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.SequenceNode;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether arguments in a file fit a constructor or method by Flux's rules (FluxBuilder.java:
 * {@code canInvokeWithArgs}, {@code getArgsWithListCoercion}): any number fits any numeric
 * parameter, text fits an enum constant, and a list fits an array.
 */
final class FluxArguments {
    private static final Map<Tag, Class<?>> SCALAR_TYPES =
            Map.of(
                    Tag.INT, Integer.class,
                    Tag.FLOAT, Double.class,
                    Tag.BOOL, Boolean.class,
                    Tag.STR, String.class,
                    Tag.TIMESTAMP, Date.class);

    private final String file;
    private final Function<String, @Nullable Class<?>> componentTypes;

    /**
     * Creates a check.
     *
     * @param file the file's name for messages
     * @param componentTypes returns the class of a component by its id; null if it is not known
     */
    FluxArguments(String file, Function<String, @Nullable Class<?>> componentTypes) {
        this.file = file;
        this.componentTypes = componentTypes;
    }

    /**
     * Checks arguments against all constructors or methods with the same number of parameters.
     *
     * @param subject the object or call, for messages
     * @param candidates at least one, each with as many parameters as there are arguments
     * @throws FluxException at the argument if there is one candidate, else at the first argument
     */
    void check(String subject, List<Node> args, List<? extends Executable> candidates)
            throws FluxException {
        List<FluxException> problems = new ArrayList<>();
        for (Executable candidate : candidates) {
            FluxException problem = mismatch(subject, args, candidate);
            if (problem == null) {
                return;
            }
            problems.add(problem);
        }
        if (problems.size() == 1) {
            throw problems.get(0);
        }
        throw FluxException.atNode(
                file,
                args.get(0),
                subject
                        + ": no candidate accepts ("
                        + args.stream().map(this::describe).collect(Collectors.joining(", "))
                        + "); the candidates are: "
                        + candidates.stream()
                                .map(FluxArguments::signature)
                                .sorted()
                                .collect(Collectors.joining(", ")));
    }

    /**
     * Returns the error of one candidate, at the position of the argument; null if the arguments
     * fit.
     */
    private @Nullable FluxException mismatch(
            String subject, List<Node> args, Executable candidate) {
        Class<?>[] parameters = candidate.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            if (!fits(parameters[i], args.get(i))) {
                return FluxException.atNode(
                        file,
                        args.get(i),
                        subject
                                + ": argument "
                                + (i + 1)
                                + " of "
                                + signature(candidate)
                                + " is "
                                + describe(args.get(i))
                                + "; expected "
                                + expected(parameters[i]));
            }
        }
        return null;
    }

    private boolean fits(Class<?> parameter, Node arg) {
        Class<?> type = typeOf(arg);
        if (type == null) {
            return !arg.getTag().equals(Tag.NULL); // Flux accepts no null
        }
        if (parameter.isAssignableFrom(type)) {
            return true;
        }
        if (parameter == boolean.class) {
            return type == Boolean.class;
        }
        if (parameter == char.class) {
            return false;
        }
        if (parameter.isPrimitive() || Number.class.isAssignableFrom(parameter)) {
            return Number.class.isAssignableFrom(type);
        }
        if (parameter.isEnum()) {
            return arg instanceof ScalarNode text
                    && enumConstants(parameter).contains(text.getValue());
        }
        return parameter.isArray()
                && arg instanceof SequenceNode list
                && !list.getValue().isEmpty()
                && list.getValue().stream()
                        .allMatch(e -> canStore(parameter.getComponentType(), e));
    }

    /**
     * Returns whether an array can store an element without conversion, because Flux does not
     * convert elements. Numbers fit arrays of primitive types.
     */
    private boolean canStore(Class<?> component, Node element) {
        Class<?> type = typeOf(element);
        if (type == null || component.isAssignableFrom(type)) {
            return true;
        }
        return component.isPrimitive() && component != char.class && fits(component, element);
    }

    /**
     * Returns the class of the object that Flux creates for an argument; null if it is not known.
     */
    private @Nullable Class<?> typeOf(Node arg) {
        if (arg instanceof SequenceNode) {
            return ArrayList.class;
        }
        if (arg instanceof MappingNode) {
            String id = reference(arg, "ref");
            if (id != null) {
                return componentTypes.apply(id);
            }
            return isList(arg) ? ArrayList.class : LinkedHashMap.class;
        }
        return SCALAR_TYPES.get(arg.getTag());
    }

    private boolean isList(Node arg) {
        try {
            return YamlMap.fromNode(file, arg, "a reference").isOnly("reflist");
        } catch (FluxException e) {
            return false;
        }
    }

    private @Nullable String reference(Node arg, String key) {
        try {
            YamlMap map = YamlMap.fromNode(file, arg, "a reference");
            return map.isOnly(key) ? map.text(key) : null;
        } catch (FluxException e) {
            return null; // checked elsewhere
        }
    }

    private String describe(Node arg) {
        String id = arg instanceof MappingNode ? reference(arg, "ref") : null;
        if (id != null) {
            Class<?> type = componentTypes.apply(id);
            return "component '" + id + "'" + (type == null ? "" : ", a " + type.getName());
        }
        if (arg instanceof ScalarNode scalar) {
            boolean text = scalar.getTag().equals(Tag.STR);
            return text ? "the text '" + scalar.getValue() + "'" : scalar.getValue();
        }
        return typeOf(arg) == ArrayList.class ? "a list" : "a mapping";
    }

    private static String expected(Class<?> parameter) {
        if (parameter.isEnum()) {
            return "one of " + String.join(", ", enumConstants(parameter));
        }
        if (parameter.isArray()) {
            return "a list, not empty, of " + parameter.getComponentType().getTypeName();
        }
        return parameter.getTypeName();
    }

    private static List<String> enumConstants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).map(c -> ((Enum<?>) c).name()).toList();
    }

    /** Returns a signature as in source code: {@code app.Count(int, java.lang.String)}. */
    static String signature(Executable executable) {
        String owner = executable.getDeclaringClass().getName();
        String name = executable.getName();
        return (name.equals(owner) ? owner : owner + "." + name)
                + Arrays.stream(executable.getParameterTypes())
                        .map(Class::getTypeName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
