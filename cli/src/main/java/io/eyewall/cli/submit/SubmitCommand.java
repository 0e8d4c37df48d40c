package io.eyewall.cli.submit;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.cli.application.AppParameters;
import io.eyewall.cli.application.ClientApp;
import io.eyewall.cli.application.DependencyOptions;
import io.eyewall.cli.conf.ConfOptions;
import io.eyewall.cli.conf.StateOptions;
import io.eyewall.cli.nimbus.NimbusTarget;
import io.eyewall.cli.nimbus.ToOption;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code eyewall submit}: runs an application that submits its topologies to a server or a cluster.
 * Does the same as {@code storm jar}.
 */
@Command(
        name = "submit",
        aliases = "jar",
        customSynopsis = "eyewall submit [OPTIONS] APP.jar [MAIN [ARGS...]]",
        description =
                "Run a Storm application's main method on this machine; it submits its"
                        + " topologies to an Eyewall server or a Storm cluster, as 'storm jar'"
                        + " does.",
        footer = {
            "",
            "Exit codes: 0 the main returned, 1 it failed or was refused, 2 wrong usage; a main"
                    + " that calls System.exit decides itself."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class SubmitCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Mixin private AppParameters parameters = new AppParameters();

    @Mixin private ToOption to = new ToOption();

    @Mixin private DependencyOptions dependencies = new DependencyOptions();

    @Option(
            names = "--json",
            description = "Print each submitted topology as JSON, one object per line.")
    private boolean json;

    @Mixin private StateOptions state = new StateOptions();

    @Mixin private ConfOptions conf = new ConfOptions();

    @Override
    public Integer call() {
        conf.add(state.settings());
        PrintWriter results = ClientApp.redirectForResults(command.commandLine(), json);
        ClientApp app =
                ClientApp.load(
                        conf,
                        parameters,
                        dependencies,
                        note -> printMessage("eyewall: " + note),
                        () -> NimbusTarget.create(to.address()));
        NimbusTarget nimbus = NimbusTarget.create(to.address());
        AtomicBoolean hasSubmitted = new AtomicBoolean();
        nimbus.install(
                name -> {
                    hasSubmitted.set(true);
                    printMessage("Submitted '" + name + "' to " + nimbus + ".");
                    if (json) {
                        results.println(JsonLine.of(each -> writeFields(each, name, nimbus)));
                        results.flush();
                    }
                },
                refusal -> printMessage("eyewall: " + refusal));
        try {
            app.run(parameters.args());
            if (!hasSubmitted.get() && !nimbus.hasRefused()) {
                printMessage(
                        "eyewall: %s returned without having submitted a topology."
                                .formatted(app.className()));
            }
            // Some main methods continue after a refusal.
            return nimbus.hasRefused() ? ExitCode.FAILED : ExitCode.OK;
        } catch (Throwable e) { // errors too: whatever main throws ends it
            if (!nimbus.resultsFromRefusal(e)) {
                printMessage("eyewall: " + app.failureMessage(e));
            }
            return ExitCode.FAILED;
        }
    }

    private static void writeFields(JsonGenerator json, String name, NimbusTarget nimbus)
            throws IOException {
        json.writeStringField("topology", name);
        json.writeStringField("nimbus", nimbus.toString());
        json.writeBooleanField("submitted", true);
    }

    private void printMessage(String text) {
        PrintWriter err = command.commandLine().getErr();
        err.println(text);
        err.flush();
    }
}
