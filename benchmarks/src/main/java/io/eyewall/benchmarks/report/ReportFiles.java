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

/** The options of commands that write what they have measured into files. */
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

    /** The file in which JSON is wanted; null: none. */
    public @Nullable Path json() {
        return isJsonPrinted() ? null : json;
    }

    /** Whether JSON, and nothing else, is wanted on the standard output. */
    public boolean isJsonPrinted() {
        return OUTPUT.equals(json);
    }

    /** Where tables for people go. */
    public PrintStream tables() {
        return isJsonPrinted() ? System.err : System.out;
    }

    /** Where a report for a browser is wanted; null: nowhere. */
    public @Nullable Path html() {
        return html;
    }

    /**
     * To be called before the runs: it would be a pity afterwards.
     *
     * @throws ParameterException if a file can't be written, or both are the same
     */
    public void check() {
        check("--json", json());
        check("--html", html);
        if (json != null && json.equals(html)) {
            throw wrong("--json and --html are both " + html + "; expected a file for each");
        }
    }

    /** Opens it for writing, and leaves everything as it was. */
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
