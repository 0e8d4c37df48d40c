package io.eyewall.benchmarks.report;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that write what they have measured into files. */
public final class ReportFiles {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Option(names = "--json", paramLabel = "FILE", description = "Also write everything as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write a report for a browser, with plots; it needs no other file.")
    private @Nullable Path html;

    /** Where JSON is wanted; null: nowhere. */
    public @Nullable Path json() {
        return json;
    }

    /** Where a report for a browser is wanted; null: nowhere. */
    public @Nullable Path html() {
        return html;
    }

    /**
     * To be called before the runs: it would be a pity afterwards.
     *
     * @throws ParameterException if a file's folder does not exist
     */
    public void check() {
        checkFolder("--json", json);
        checkFolder("--html", html);
    }

    private void checkFolder(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new ParameterException(
                    command.commandLine(), option + " " + file + ": there is no such folder");
        }
    }
}
