package io.eyewall.cli.submit;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.cli.application.AppParameters;
import io.eyewall.cli.application.ClientApp;
import io.eyewall.cli.application.DependencyOptions;
import io.eyewall.cli.conf.ConfOptions;
import io.eyewall.cli.conf.StateOptions;
import io.eyewall.cli.nimbus.NimbusTarget;
import io.eyewall.cli.nimbus.ToOption;
import io.eyewall.cli.terminal.DurationConverter;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Version;
import io.eyewall.server.keeper.UpdateReport;
import io.eyewall.server.keeper.UpdateReport.Phase;
import io.eyewall.server.nimbus.UpdateRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.storm.utils.NimbusLeaderNotFoundException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eyewall update}: replaces a running topology by a new version. */
@Command(
        name = "update",
        customSynopsis = "eyewall update [OPTIONS] NAME APP.jar [MAIN [ARGS...]]",
        description =
                "Run a Storm application's main method, and replace the running"
                        + " topology NAME of an Eyewall server by the topology of that name that"
                        + " it submits. The new version is prepared beside the old one; then the"
                        + " old version stops and the new one continues with its state. If the"
                        + " new version fails, the old one continues unchanged.",
        footer = {
            "",
            "Exit codes: 0 the new version runs, 1 it does not, and the old one"
                    + " continues, 2 wrong usage.",
            "docs/guides/server.md describes what is handed over."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class UpdateCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(index = "0", paramLabel = "NAME", description = "The topology's name.")
    private String name = "";

    @Mixin private AppParameters parameters = new AppParameters();

    @Mixin private ToOption to = new ToOption();

    @Option(
            names = "--limit",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "Time limit for preparing the new version, such as 90s or 5m (default:"
                            + " 1m).")
    private Duration limit = Duration.ofMinutes(1);

    @Option(
            names = "--drain",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "Time for which pending messages of the old version may complete after"
                            + " its spouts have stopped; the source sends the rest again (default:"
                            + " 300ms).")
    private Duration drain = Duration.ofMillis(300);

    @Option(
            names = "--open-late",
            paramLabel = "COMPONENT",
            description =
                    "Prepare this bolt only after the old version has ended, because it"
                            + " needs something that only one version can have, such as a port"
                            + " (repeatable).")
    private List<String> openLate = List.of();

    @Option(
            names = "--moved",
            paramLabel = "COMPONENT",
            description =
                    "Allow other task ids for this component than before, because its"
                            + " state does not depend on them (repeatable).")
    private List<String> moved = List.of();

    @Option(
            names = "--without-state",
            description =
                    "Start without the state of the old version's bolts, which is kept" + " aside.")
    private boolean withoutState;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Mixin private DependencyOptions dependencies = new DependencyOptions();

    @Mixin private StateOptions state = new StateOptions();

    @Mixin private ConfOptions conf = new ConfOptions();

    @Override
    public Integer call() {
        requireInRange("--limit", limit, Duration.ofMillis(UpdateRequest.MAX_LIMIT_MS));
        requireInRange("--drain", drain, Duration.ofMillis(UpdateRequest.MAX_DRAIN_MS));
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
        try {
            nimbus.lookUp();
        } catch (NimbusLeaderNotFoundException e) {
            return printFailure(String.valueOf(e.getMessage()));
        }
        UpdateClient client = new UpdateClient(nimbus, name, request(), this::printMessage);
        client.install();
        Throwable thrown = null;
        try {
            app.run(parameters.args());
        } catch (Throwable e) { // errors too: whatever main throws ends it
            thrown = e;
        }
        UpdateReport report = client.report();
        if (report != null) {
            return printReport(report, results);
        }
        String refusal = client.refusal();
        if (refusal != null) { // also if main catches it, as ConfigurableTopology does
            return printFailure(refusal);
        }
        if (thrown != null) {
            return printMainFailure(app.failureMessage(thrown));
        }
        return printFailure(
                "%s has submitted no topology '%s'; nothing has changed"
                        .formatted(app.className(), name));
    }

    private UpdateRequest request() {
        return new UpdateRequest(
                Set.copyOf(openLate),
                Set.copyOf(moved),
                withoutState,
                limit.toMillis(),
                drain.toMillis());
    }

    private void requireInRange(String option, Duration value, Duration max) {
        if (value.isNegative() || value.compareTo(max) > 0) {
            throw new ParameterException(
                    command.commandLine(),
                    "%s is %d ms, expected 0 to %d ms"
                            .formatted(option, value.toMillis(), max.toMillis()));
        }
    }

    private void printMessage(String text) {
        PrintWriter err = command.commandLine().getErr();
        err.println(Printable.finalMessage(text));
        err.flush();
    }

    private int printFailure(String problem) {
        printMessage("eyewall: " + problem);
        return ExitCode.FAILED;
    }

    /** Reports a failure with a stack trace of many lines. */
    private int printMainFailure(String stack) {
        PrintWriter err = command.commandLine().getErr();
        err.println("eyewall: " + stack);
        err.flush();
        return ExitCode.FAILED;
    }

    private int printReport(UpdateReport report, PrintWriter out) {
        if (json) {
            out.println(JsonLine.of(each -> writeFields(each, report)));
        } else if (report.phase() == Phase.DONE) {
            out.println(UpdateText.successText(report));
        }
        out.flush();
        return report.phase() == Phase.DONE
                ? ExitCode.OK
                : printFailure(UpdateText.refusalText(report));
    }

    private static void writeFields(JsonGenerator json, UpdateReport report) throws IOException {
        json.writeStringField("topology", report.topology());
        json.writeStringField("id", report.id());
        json.writeStringField("replaces", report.replaces());
        json.writeBooleanField("updated", report.phase() == Phase.DONE);
        json.writeStringField("message", report.message());
        writeIfKnown(json, "preparedMs", report.preparedMs());
        writeIfKnown(json, "pauseMs", report.pauseMs());
        writeIfKnown(json, "drainMs", report.drainMs());
        writeIfKnown(json, "endMs", report.endMs());
        writeIfKnown(json, "openMs", report.openMs());
        writeIfKnown(json, "unacked", report.unacked());
    }

    private static void writeIfKnown(JsonGenerator json, String field, long value)
            throws IOException {
        if (value < 0) {
            json.writeNullField(field);
        } else {
            json.writeNumberField(field, value);
        }
    }
}
