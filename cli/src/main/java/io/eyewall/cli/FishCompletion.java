package io.eyewall.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for the shell fish: a line for each command and option. */
final class FishCompletion {
    private final StringBuilder script = new StringBuilder();

    private FishCompletion() {}

    static String of(CommandLine eyewall) {
        FishCompletion all = new FishCompletion();
        all.options(eyewall.getCommandSpec(), "__fish_use_subcommand");
        for (Map.Entry<String, CommandLine> command : eyewall.getSubcommands().entrySet()) {
            CommandSpec spec = command.getValue().getCommandSpec();
            all.complete("__fish_use_subcommand", "-f -a " + command.getKey(), spec);
            String seen = "__fish_seen_subcommand_from " + command.getKey();
            all.options(spec, seen);
            command.getValue()
                    .getSubcommands()
                    .forEach(
                            (name, inner) ->
                                    all.complete(seen, "-f -a " + name, inner.getCommandSpec()));
        }
        return all.script.toString();
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

    private void complete(String condition, String what, CommandSpec spec) {
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
