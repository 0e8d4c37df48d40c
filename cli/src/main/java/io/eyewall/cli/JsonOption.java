package io.eyewall.cli;

import io.eyewall.cli.remote.JsonLine;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --json}: results on the standard output, as text or each as a JSON object. */
public final class JsonOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Option(names = "--json", description = "Print results as JSON, one object per line.")
    private boolean json;

    /** Whether it was given. */
    public boolean isGiven() {
        return json;
    }

    /**
     * Prints a result, at once.
     *
     * @param text for people; may have several lines
     * @param fields the same for programs
     */
    public void print(String text, JsonLine.Fields fields) {
        PrintWriter out = command.commandLine().getOut();
        out.println(json ? JsonLine.of(fields) : text);
        out.flush();
    }

    /** Prints what only programs want on the standard output; people are told otherwise. */
    public void printForPrograms(JsonLine.Fields fields) {
        if (json) {
            print("", fields);
        }
    }
}
