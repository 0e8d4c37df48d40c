package io.eyewall.cli.flux;

import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;

/** Formats SnakeYAML's errors in a file as compilers do. */
public final class YamlProblem {
    private YamlProblem() {}

    /**
     * Returns {@code FILE:LINE:COLUMN: } and the error; only the file before the error if no place
     * is known.
     */
    public static String describe(String file, YAMLException e) {
        return FluxException.of(file, e).finding().text();
    }
}
