package io.eyewall.cli.completion;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the completion script for the shell fish: one line per command and option. */
final class FishCompletion {
    private static final String NO_SUBCOMMAND_YET = "__fish_use_subcommand";
    private static final String AFTER_SUBCOMMAND = "__fish_seen_subcommand_from ";

    private final StringBuilder script = new StringBuilder();

    private FishCompletion() {}

    static String script(CommandLine eyewall) {
        FishCompletion fish = new FishCompletion();
        fish.appendOptions(eyewall.getCommandSpec(), NO_SUBCOMMAND_YET);
        for (Map.Entry<String, CommandLine> command : eyewall.getSubcommands().entrySet()) {
            fish.appendCommand(
                    NO_SUBCOMMAND_YET, command.getKey(), command.getValue().getCommandSpec(), true);
            fish.appendSubcommand(command.getKey(), command.getValue());
        }
        return fish.script.toString();
    }

    /**
     * Writes the completions of a command: its options, its subcommands, and the options of each
     * subcommand.
     */
    private void appendSubcommand(String name, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        Map<String, CommandLine> subcommands = command.getSubcommands();
        String afterCommand = AFTER_SUBCOMMAND + name;
        String beforeSubcommand =
                subcommands.isEmpty()
                        ? afterCommand
                        : afterCommand
                                + "; and not "
                                + AFTER_SUBCOMMAND
                                + String.join(" ", subcommands.keySet());
        appendOptions(spec, beforeSubcommand);
        boolean takesFiles = !spec.positionalParameters().isEmpty();
        subcommands.forEach(
                (subcommandName, each) -> {
                    appendCommand(
                            beforeSubcommand, subcommandName, each.getCommandSpec(), !takesFiles);
                    appendOptions(
                            each.getCommandSpec(),
                            afterCommand + "; and " + AFTER_SUBCOMMAND + subcommandName);
                });
    }

    private void appendOptions(CommandSpec spec, String condition) {
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
            appendLine(condition, names.substring(1) + value, option.description());
        }
    }

    /**
     * Writes the completion of one command.
     *
     * @param excludeFiles whether to suggest no file names beside the command
     */
    private void appendCommand(
            String condition, String name, CommandSpec spec, boolean excludeFiles) {
        String arguments = (excludeFiles ? "-f -a " : "-a ") + name;
        appendLine(condition, arguments, spec.usageMessage().description());
    }

    private void appendLine(String condition, String arguments, String[] description) {
        String text = description.length == 0 ? "" : description[0].split("[.;:] ", 2)[0];
        script.append("complete -c eyewall -n '")
                .append(condition)
                .append("' ")
                .append(arguments)
                .append(" -d '")
                .append(text.replace("\\", "\\\\").replace("'", "\\'"))
                .append("'\n");
    }
}
