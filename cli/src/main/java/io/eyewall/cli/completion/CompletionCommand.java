package io.eyewall.cli.completion;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonOption;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code eyewall completion}: prints the script with which a shell completes commands and options.
 */
@Command(
        name = "completion",
        description = "Print a script that lets a shell complete commands and options.",
        footer = {
            "",
            "  bash:  source <(eyewall completion bash)      (in ~/.bashrc)",
            "  zsh:   source <(eyewall completion zsh)       (in ~/.zshrc)",
            "  fish:  eyewall completion fish | source       (in ~/.config/fish/config.fish)",
            "",
            "Exit codes: 0, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class CompletionCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Mixin private JsonOption json = new JsonOption();

    @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private Shell shell = Shell.bash;

    /** The supported shells; users write these names. */
    @SuppressWarnings("MemberName") // users write these names
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Override
    public Integer call() {
        CommandLine eyewall = command.root().commandLine();
        String script =
                switch (shell) {
                    case bash, zsh -> AutoComplete.bash("eyewall", eyewall);
                    case fish -> FishCompletion.script(eyewall);
                };
        json.print(
                script.stripTrailing(),
                line -> {
                    line.writeStringField("shell", shell.name());
                    line.writeStringField("script", script);
                });
        return ExitCode.OK;
    }
}
