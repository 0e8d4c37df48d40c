package io.eyewall.cli.lab;

import io.eyewall.cli.application.AppParameters;
import io.eyewall.lab.LabException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eyewall lab submit}: runs an application on a lab's head with Storm's own client. */
@Command(
        name = "submit",
        customSynopsis = "eyewall lab submit [--name NAME] APP.jar [MAIN [ARGS...]]",
        description =
                "Run an application's main on the lab's head, with Storm's own client, as 'storm"
                        + " jar' does.",
        footer = {"", "The exit code is that of the application."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class LabSubmitCommand extends LabSubcommand {
    @Mixin private AppParameters parameters = new AppParameters();

    @Override
    int run() throws LabException, IOException, InterruptedException {
        String mainClass = parameters.mainClass();
        return reportExit(
                openLabForProgram().submit(parameters.jar(), mainClass, parameters.args()));
    }
}
