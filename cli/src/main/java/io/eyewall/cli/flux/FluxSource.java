package io.eyewall.cli.flux;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.Yaml;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.error.Mark;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;
import org.apache.storm.shade.org.yaml.snakeyaml.events.CollectionEndEvent;
import org.apache.storm.shade.org.yaml.snakeyaml.events.CollectionStartEvent;
import org.apache.storm.shade.org.yaml.snakeyaml.events.Event;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;
import org.jspecify.annotations.Nullable;

/**
 * Reads definitions and substitutes placeholders in them, as Flux's options require.
 *
 * @param loader finds class path resources
 * @param properties the values of <code>${name}</code>; null without {@code --filter}
 * @param environment whether <code>${ENV-NAME}</code> stands for an environment variable
 */
public record FluxSource(ClassLoader loader, @Nullable Properties properties, boolean environment) {

    /**
     * Reads the properties file of {@code --filter}.
     *
     * @param resource whether the file is a class path resource
     * @throws FluxException if the file can't be read
     */
    public static Properties properties(ClassLoader loader, String file, boolean resource)
            throws FluxException {
        Properties properties = new Properties();
        try (InputStream in = open(loader, file, resource)) {
            properties.load(in);
            return properties;
        } catch (IOException | IllegalArgumentException e) {
            throw FluxException.inFile(file, "properties can't be read: " + e.getMessage(), e);
        }
    }

    private static InputStream open(ClassLoader loader, String file, boolean resource)
            throws IOException {
        if (!resource) {
            return new FileInputStream(file);
        }
        InputStream in = loader.getResourceAsStream(file.replaceFirst("^/", ""));
        if (in == null) {
            throw new IOException("no such resource in the application's jars");
        }
        return in;
    }

    /**
     * Reads a definition without its includes.
     *
     * @param findings receives errors of placeholders that have no value
     * @return the definition's root
     * @throws FluxException if the file can't be read or is not YAML
     */
    YamlMap read(String file, boolean resource, Findings findings) throws FluxException {
        String text;
        try (InputStream in = open(loader, file, resource)) {
            text =
                    substitutePlaceholders(
                            file, decode(file, in.readAllBytes(), findings), findings);
        } catch (IOException e) {
            throw FluxException.inFile(file, "can't be read: " + e.getMessage(), e);
        }
        return parse(file, text, "a topology");
    }

    /**
     * Decodes a file as Flux does, and warns about bytes that are not valid in the charset, which
     * Flux ignores.
     */
    private static String decode(String file, byte[] bytes, Findings findings) {
        Charset charset = Charset.defaultCharset();
        CharBuffer decoded = CharBuffer.allocate(bytes.length);
        CoderResult result = charset.newDecoder().decode(ByteBuffer.wrap(bytes), decoded, true);
        if (result.isError()) {
            String validText = decoded.flip().toString();
            int line = (int) validText.chars().filter(c -> c == '\n').count();
            findings.warn(
                    FluxException.atPosition(
                            file,
                            line,
                            validText.length() - validText.lastIndexOf('\n') - 1,
                            "the text from here is not encoded in "
                                    + charset
                                    + ", in which Flux reads it"));
        }
        return new String(bytes, charset);
    }

    /**
     * Returns the root of a YAML text.
     *
     * @param kind the expected thing, with its article, for the message
     * @throws FluxException if the text is not valid YAML or its root is not a mapping
     */
    public static YamlMap parse(String file, String text, String kind) throws FluxException {
        LoaderOptions options = new LoaderOptions();
        try {
            Yaml yaml = new Yaml(new SafeConstructor(options));
            Node root = yaml.compose(new StringReader(text));
            if (root == null) {
                throw FluxException.atPosition(file, 0, 0, "is empty; expected " + kind);
            }
            return YamlMap.fromNode(file, root, kind);
        } catch (YAMLException e) {
            Mark mark = findExcessiveNesting(text, options.getNestingDepthLimit());
            throw mark == null
                    ? FluxException.fromYaml(file, e)
                    : FluxException.atPosition(
                                    file,
                                    mark.getLine(),
                                    mark.getColumn(),
                                    "is nested in "
                                            + options.getNestingDepthLimit()
                                            + " lists or mappings, the limit for Flux: define it as"
                                            + " a component with an id, and refer to the id")
                            .withCause(e);
        }
    }

    /**
     * Returns the position where a list or a mapping exceeds the nesting limit, which SnakeYAML
     * does not report; null if there is none.
     */
    private static @Nullable Mark findExcessiveNesting(String text, int limit) {
        int depth = 0;
        try {
            for (Event event : new Yaml().parse(new StringReader(text))) {
                if (event instanceof CollectionStartEvent) {
                    depth++;
                } else if (event instanceof CollectionEndEvent) {
                    depth--;
                }
                if (depth > limit) {
                    return event.getStartMark();
                }
            }
        } catch (YAMLException e) {
            return null; // the caller reports this error
        }
        return null;
    }

    /**
     * Substitutes placeholders as Flux does (FluxParser.java): the last <code>${name}</code> of
     * each line; a placeholder without a value is not changed. For a placeholder without {@code
     * --filter} this method adds an error, where Flux would throw a NullPointerException.
     */
    private String substitutePlaceholders(String file, String text, Findings findings) {
        List<String> lines = new ArrayList<>();
        for (String line : text.lines().toList()) {
            int begin = line.lastIndexOf("${");
            int end = line.lastIndexOf('}');
            if (begin >= 0 && end > begin + 2) {
                lines.add(
                        substitutePlaceholder(
                                new Position(file, lines.size(), begin), line, end, findings));
            } else {
                lines.add(line);
            }
        }
        return String.join("\n", lines);
    }

    /** The position of a placeholder; line and column count from 0. */
    private record Position(String file, int line, int column) {
        FluxException problem(String message) {
            return FluxException.atPosition(file, line, column, message);
        }
    }

    private String substitutePlaceholder(
            Position position, String line, int end, Findings findings) {
        String name = line.substring(position.column() + 2, end);
        String placeholder = "${" + name + "}";
        try {
            String value = placeholderValue(position, name);
            String result = value == null ? line : line.replace(placeholder, value);
            if (value == null) {
                findings.warn(position.problem(placeholder + " has no value and stays as it is"));
            } else if (result.contains("${") && !result.stripLeading().startsWith("#")) {
                findings.warn(
                        position.problem(
                                "Flux replaces only one placeholder in a line; put each into a"
                                        + " line of its own"));
            }
            return result;
        } catch (FluxException e) {
            findings.add(e);
            return line;
        }
    }

    private @Nullable String placeholderValue(Position position, String name) throws FluxException {
        if (environment && name.startsWith("ENV-") && name.length() > 4) {
            return System.getenv(name.substring(4));
        }
        if (properties == null) {
            throw position.problem(
                    "${"
                            + name
                            + "} has no value; give its properties with --filter FILE"
                            + (name.startsWith("ENV-") ? ", or --env-filter" : ""));
        }
        int bracket = name.lastIndexOf('[');
        if (bracket > 0 && name.substring(bracket).matches("\\[\\d{1,9}]")) {
            return listElement(position, properties, name, bracket);
        }
        return properties.getProperty(name);
    }

    /**
     * Returns an element of a list. The list is the value of a property, such as {@code ["a",
     * "b"]}.
     */
    private static String listElement(
            Position position, Properties properties, String name, int bracket)
            throws FluxException {
        String list = properties.getProperty(name.substring(0, bracket));
        int index = Integer.parseInt(name, bracket + 1, name.length() - 1, 10);
        String[] elements =
                list == null || list.length() < 2
                        ? new String[0]
                        : list.substring(1, list.length() - 1).split(",", -1);
        if (index >= elements.length || elements[index].trim().length() < 2) {
            throw position.problem(
                    "${"
                            + name
                            + "}: the property is "
                            + list
                            + "; expected a list of quoted values with an element "
                            + index);
        }
        String element = elements[index].trim();
        return element.substring(1, element.length() - 1);
    }
}
