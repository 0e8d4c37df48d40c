package io.eyewall.cli.finding;

import io.eyewall.cli.terminal.JsonLine;
import java.util.Locale;

/**
 * An error in a file, or something suspicious.
 *
 * @param file the file's name as the user gave it
 * @param line the line, from 1; 0 if it is unknown
 * @param column the column, from 1; 0 if it is unknown
 * @param severity whether the file can be used in spite of the finding
 * @param message the finding and the remedy
 */
public record LintFinding(String file, int line, int column, Severity severity, String message) {
    /** The severity of a finding. */
    public enum Severity {
        /** The topology can't be built or run. */
        ERROR,
        /** The topology can be built and run, but probably differs from the author's intention. */
        WARNING
    }

    public static LintFinding error(String file, int line, int column, String message) {
        return new LintFinding(file, line, column, Severity.ERROR, message);
    }

    /** Returns {@code FILE:LINE:COLUMN}, or the file alone. */
    public String position() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }

    /** Returns the finding in the format of compilers. */
    public String toText() {
        return position() + ": " + (severity == Severity.WARNING ? "warning: " : "") + message;
    }

    /** Returns the finding as one line of JSON. */
    public String toJson() {
        return JsonLine.of(
                json -> {
                    json.writeStringField("file", file);
                    json.writeNumberField("line", line);
                    json.writeNumberField("column", column);
                    json.writeStringField("severity", severity.name().toLowerCase(Locale.ROOT));
                    json.writeStringField("message", message);
                });
    }

    public LintFinding asWarning() {
        return new LintFinding(file, line, column, Severity.WARNING, message);
    }
}
