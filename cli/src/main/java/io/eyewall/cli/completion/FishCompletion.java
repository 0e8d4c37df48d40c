package io.eyewall.cli.completion;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the completion script for the shell fish: one line per command and option. */
final class FishCompletion {
    private static final String FIRST = "__fish_use_subcommand";
    private static final String SEEN = "__fish_seen_subcommand_from ";

    private final StringBuilder script = new StringBuilder();

    private FishCompletion() {}

    static String of(CommandLine eyewall) {
        FishCompletion all = new FishCompletion();
        all.options(eyewall.getCommandSpec(), FIRST);
        for (Map.Entry<String, CommandLine> command : eyewall.getSubcommands().entrySet()) {
            all.complete(FIRST, command.getKey(), command.getValue().getCommandSpec(), true);
            all.inner(command.getKey(), command.getValue());
        }
        return all.script.toString();
    }

    /**
     * Writes the completions of a command: its options, its subcommands, and the options of each
     * subcommand.
     */
    private void inner(String name, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        Map<String, CommandLine> inner = command.getSubcommands();
        String seen = SEEN + name;
        String alone =
                inner.isEmpty()
                        ? seen
                        : seen + "; and not " + SEEN + String.join(" ", inner.keySet());
        options(spec, alone);
        boolean takesFiles = !spec.positionalParameters().isEmpty();
        inner.forEach(
                (innerName, each) -> {
                    complete(alone, innerName, each.getCommandSpec(), !takesFiles);
                    options(each.getCommandSpec(), seen + "; and " + SEEN + innerName);
                });
    }

    private void options(CommandSpec spec, String condition) {
        for (OptionSpec option : spec.options()) {
            if (option.hidden()) {
                continue;
            }
            StringBuilder names = new StringBuilder();
            for (String name : option.names()) {
                names.append(name.startsWith("--") ? " -l " : name.length() == 2 ? " -s " : " -o ")
                        .append(name.replaceFirst("^--?", ""));
            }
            String value = option.arity().max() > 0 ? " -r" : "";
            line(condition, names.substring(1) + value, option.description());
        }
    }

    /**
     * Writes the completion of one command.
     *
     * @param alone whether to suggest no file names where the command may stand
     */
    private void complete(String condition, String name, CommandSpec spec, boolean alone) {
        String what = (alone ? "-f -a " : "-a ") + name;
        line(condition, what, spec.usageMessage().description());
    }

    private void line(String condition, String what, String[] description) {
        String text = description.length == 0 ? "" : description[0].split("[.;:] ", 2)[0];
        script.append("complete -c eyewall -n '")
                .append(condition)
                .append("' ")
                .append(what)
                .append(" -d '")
                .append(text.replace("\\", "\\\\").replace("'", "\\'"))
                .append("'\n");
    }
}
