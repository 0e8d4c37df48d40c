package io.eyewall.cli.terminal;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --json}: prints each result to the standard output as a JSON object instead of text. */
public final class JsonOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(names = "--json", description = "Print results as JSON, one object per line.")
    private boolean json;

    /** Returns whether the option was given. */
    public boolean isGiven() {
        return json;
    }

    /**
     * Prints a result immediately.
     *
     * @param text the result for people; may have several lines
     * @param fields the same result for programs
     */
    public void print(String text, JsonLine.Fields fields) {
        PrintWriter out = command.commandLine().getOut();
        out.println(json ? JsonLine.of(fields) : text);
        out.flush();
    }

    /** Prints a result for programs only. People learn the same from other output. */
    public void printForPrograms(JsonLine.Fields fields) {
        if (json) {
            print("", fields);
        }
    }
}
