package io.eyewall.cli.flux;

import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;

/** A fault that SnakeYAML finds in a file, reported as compilers do. */
public final class YamlProblem {
    private YamlProblem() {}

    /** {@code FILE:LINE:COLUMN: } and the problem; the file alone where no place is known. */
    public static String describe(String file, YAMLException e) {
        return FluxException.of(file, e).finding().text();
    }
}
