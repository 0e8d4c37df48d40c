package io.eyewall.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Every verb of the command line, nested ones too, and what they say when they are asked. */
final class Verbs {
    private Verbs() {}

    /**
     * What one call did.
     *
     * @param code the command's exit code
     * @param out all that came to the standard output
     * @param err all that came to the standard error
     */
    record Said(int code, String out, String err) {}

    /** All, as they are typed. */
    static List<List<String>> all() {
        List<List<String>> all = new ArrayList<>();
        add(List.of(), Main.commandLine(), all);
        return all;
    }

    private static void add(List<String> path, CommandLine command, List<List<String>> all) {
        for (Map.Entry<String, CommandLine> each : command.getSubcommands().entrySet()) {
            List<String> verb = with(path, each.getKey());
            all.add(verb);
            add(verb, each.getValue(), all);
        }
    }

    /** Whether it has no parts. */
    static boolean isLeaf(List<String> verb) {
        return command(verb).getSubcommands().isEmpty();
    }

    /** Whether it has results; the others only say which parts they have. */
    static boolean hasResults(List<String> verb) {
        return command(verb).getCommandSpec().userObject() instanceof Callable;
    }

    static CommandLine command(List<String> verb) {
        CommandLine command = Main.commandLine();
        for (String word : verb) {
            command = Objects.requireNonNull(command.getSubcommands().get(word), word);
        }
        return command;
    }

    static List<String> with(List<String> words, String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return all;
    }

    /** Calls the command, in this process. */
    static Said say(List<String> words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        ByteArrayOutputStream systemOut = new ByteArrayOutputStream();
        ByteArrayOutputStream systemErr = new ByteArrayOutputStream();
        PrintStream outBefore = System.out;
        PrintStream errBefore = System.err;
        System.setOut(new PrintStream(systemOut, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(systemErr, true, StandardCharsets.UTF_8));
        int code;
        try {
            code =
                    Main.commandLine()
                            .setOut(new PrintWriter(out))
                            .setErr(new PrintWriter(err))
                            .execute(words.toArray(new String[0]));
        } finally {
            System.setOut(outBefore);
            System.setErr(errBefore);
        }
        return new Said(
                code,
                out + systemOut.toString(StandardCharsets.UTF_8),
                err + systemErr.toString(StandardCharsets.UTF_8));
    }

    /** For a terminal: the help of each, and what it says to an unknown option. */
    public static void main(String[] args) {
        System.exit(
                all().stream()
                        .mapToInt(
                                verb -> {
                                    CommandLine command = Main.commandLine();
                                    command.execute(with(verb, "--help").toArray(new String[0]));
                                    return command.execute(
                                            with(verb, "--no-such-option").toArray(new String[0]));
                                })
                        .max()
                        .orElse(0));
    }
}
