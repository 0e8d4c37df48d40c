package io.eyewall.cli.flux;

import org.apache.storm.shade.org.yaml.snakeyaml.error.Mark;
import org.apache.storm.shade.org.yaml.snakeyaml.error.MarkedYAMLException;

/** What SnakeYAML finds wrong with a file, told as compilers do. */
public final class YamlProblem {
    private YamlProblem() {}

    /** {@code FILE:LINE:COLUMN: } and the problem; the file alone where no place is known. */
    public static String describe(String file, MarkedYAMLException e) {
        Mark mark = e.getProblemMark();
        String place =
                mark == null ? file : FluxException.place(file, mark.getLine(), mark.getColumn());
        return place + ": " + e.getProblem();
    }
}
