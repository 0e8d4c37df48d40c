package io.eyewall.cli.finding;

import java.nio.charset.CharacterCodingException;
import org.apache.storm.shade.org.yaml.snakeyaml.error.Mark;
import org.apache.storm.shade.org.yaml.snakeyaml.error.MarkedYAMLException;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;
import org.apache.storm.shade.org.yaml.snakeyaml.reader.ReaderException;

/** Describes SnakeYAML's errors in a file as compilers do. */
public final class YamlProblem {
    private YamlProblem() {}

    /**
     * Returns {@code FILE:LINE:COLUMN: } and the error; only the file before the error if its
     * position is unknown.
     */
    public static String describe(String file, YAMLException e) {
        return toFinding(file, e).toText();
    }

    /** Returns the error as a finding. */
    public static LintFinding toFinding(String file, YAMLException e) {
        if (e instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            Mark mark = marked.getProblemMark(); // its line and column count from 0
            return LintFinding.error(
                    file,
                    mark.getLine() + 1,
                    mark.getColumn() + 1,
                    marked.getProblem() + context(marked));
        }
        if (e instanceof ReaderException characters) {
            String message =
                    "is not YAML: it has the character 0x%x at position %d; expected text in UTF-8";
            return LintFinding.error(
                    file,
                    0,
                    0,
                    message.formatted(characters.getCodePoint(), characters.getPosition()));
        }
        if (e.getCause() instanceof CharacterCodingException) {
            return LintFinding.error(file, 0, 0, "is not YAML; expected text in UTF-8");
        }
        return LintFinding.error(file, 0, 0, String.valueOf(e.getMessage()));
    }

    /**
     * Returns the construct that SnakeYAML was parsing, such as a text whose quote is not closed,
     * and the position where the construct begins.
     */
    private static String context(MarkedYAMLException e) {
        if (e.getContext() == null) {
            return "";
        }
        Mark mark = e.getContextMark();
        String begin =
                mark == null
                        ? ""
                        : ", which begins at "
                                + (mark.getLine() + 1)
                                + ":"
                                + (mark.getColumn() + 1);
        return " " + e.getContext() + begin;
    }
}
