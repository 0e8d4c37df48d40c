package io.eyewall.benchmarks.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options for the files to which a command writes its measurements. */
public final class ReportFiles {
    private static final Path OUTPUT = Path.of("-");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Also write everything as JSON; - for one line on the standard output, while"
                            + " tables go to the standard error.")
    private @Nullable Path json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write a report for a browser, with plots; it needs no other file.")
    private @Nullable Path html;

    /** Returns the JSON file; null if there is none. */
    public @Nullable Path json() {
        return isJsonPrinted() ? null : json;
    }

    /** Returns whether the standard output receives JSON, and nothing else. */
    public boolean isJsonPrinted() {
        return OUTPUT.equals(json);
    }

    /** Returns the stream for tables, which is the standard error if JSON is printed. */
    public PrintStream tables() {
        return isJsonPrinted() ? System.err : System.out;
    }

    /** Returns the HTML file; null if there is none. */
    public @Nullable Path html() {
        return html;
    }

    /**
     * Checks before the runs that the files can be written, so that no measurement is lost
     * afterwards.
     *
     * @throws ParameterException if a file can't be written, or both files are the same
     */
    public void check() {
        check("--json", json());
        check("--html", html);
        if (json != null && json.equals(html)) {
            throw wrong("--json and --html are both " + html + "; expected a file for each");
        }
    }

    /**
     * Opens a file for writing and closes it; leaves an existing file unchanged and deletes a new
     * one.
     */
    private void check(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        boolean existed = Files.exists(file);
        try {
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
            if (!existed) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw wrong(
                    option
                            + " "
                            + file
                            + ": expected a file that can be written, in a folder that exists; "
                            + e);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
