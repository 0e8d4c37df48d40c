package io.eyewall.cli.flux;

/**
 * Something about a file that is wrong, or looks so.
 *
 * @param file as it was named
 * @param line from 1; 0 if no place is known
 * @param column from 1; 0 if no place is known
 * @param severity whether it could run so
 * @param message what, and what to do
 */
public record LintFinding(String file, int line, int column, Severity severity, String message) {
    /** How bad it is. */
    public enum Severity {
        /** It can't be built or run. */
        ERROR,
        /** It can, but hardly does what was meant. */
        WARNING
    }

    static LintFinding error(String file, int line, int column, String message) {
        return new LintFinding(file, line, column, Severity.ERROR, message);
    }

    /** {@code FILE:LINE:COLUMN}, or the file alone. */
    public String place() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }

    /** As compilers say it. */
    public String text() {
        return place() + ": " + (severity == Severity.WARNING ? "warning: " : "") + message;
    }

    LintFinding asWarning() {
        return new LintFinding(file, line, column, Severity.WARNING, message);
    }
}
