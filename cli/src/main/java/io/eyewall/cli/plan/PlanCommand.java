package io.eyewall.cli.plan;

import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Verb;
import io.eyewall.cli.terminal.AlgorithmOptions;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.control.ControlClient;
import io.eyewall.control.PlacementService;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.wire.CallArguments;
import io.eyewall.engine.metrics.PlacementReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code eyewall plan}: shows and changes how placement by traffic works in a running process. */
@Command(
        name = "plan",
        description =
                "Show how the executors of running topologies are placed, change the"
                        + " placement algorithm, or predict a topology's performance elsewhere.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PlanCommand.Show.class,
            PlanCommand.Use.class,
            RecordCommand.class,
            PredictCommand.class
        })
public final class PlanCommand {
    /**
     * The description of the argument that names a topology. All topologies of a process share one
     * placement.
     */
    private static final String TOPOLOGY_OR_PID =
            "A topology's name or id, or the number of a process; not needed where only one runs.";

    /** {@code eyewall plan show}: prints the last evaluation and the last change of placement. */
    @Command(
            name = "show",
            description =
                    "Print the places of the executors of a running 'eyewall run', their"
                            + " load and traffic, the advised places with the reason, and the effect"
                            + " of the last change.",
            footer = {
                "",
                "Exit codes: 0 printed, 1 no process answered, or there is no such topology, 2 wrong"
                        + " usage."
            },
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true)
    static final class Show extends Verb {
        @Parameters(arity = "0..1", paramLabel = "TOPOLOGY|PID", description = TOPOLOGY_OR_PID)
        private @Nullable String topologyOrPid;

        @Override
        protected void run() throws NobodyException, IOException {
            List<RemoteTopology> topologies =
                    processes().connectTo(topologyOrPid, pid()).topologies();
            Optional<PlacementReport> report = latestReport(topologies);
            out().println(
                            json()
                                    ? PlanJson.toJson(topologies, report)
                                    : PlanText.toText(topologies, report).stripTrailing());
        }

        /**
         * Returns the report of the topology submitted last that has an evaluation. All topologies
         * of a process have the same report, except for those that are over.
         */
        private static Optional<PlacementReport> latestReport(List<RemoteTopology> topologies) {
            return topologies.stream()
                    .map(RemoteTopology::placement)
                    .filter(report -> report.lastEvaluation().isPresent())
                    .reduce((earlier, later) -> later);
        }
    }

    /** {@code eyewall plan use}: selects the placement algorithm. */
    @Command(
            name = "use",
            description =
                    "Change the placement algorithm of a running 'eyewall run', or its"
                            + " parameters, from the next evaluation on; topologies continue to run."
                            + " Plug-ins (eyewall.placement.plugins) are reloaded.",
            footer = {
                "",
                "Exit codes: 0 done, 1 no process answered, 2 wrong usage or refused:"
                        + " nothing has changed."
            },
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true)
    static final class Use extends Verb {
        @Mixin private AlgorithmOptions choice = new AlgorithmOptions();

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "TOPOLOGY|PID",
                description = TOPOLOGY_OR_PID)
        private @Nullable String topologyOrPid;

        @Override
        protected void run() throws NobodyException {
            Integer periodSecs = choice.periodSecs();
            if (periodSecs != null && (periodSecs < 1 || periodSecs > 3600)) {
                throw new IllegalArgumentException(
                        "--period is " + periodSecs + ", outside 1 to 3600 seconds");
            }
            ControlClient process = processes().connectTo(topologyOrPid, pid());
            try {
                process.call(
                        PlacementService.NAME,
                        new CallArguments.Placement(
                                choice.algorithm(), choice.parameters(), periodSecs));
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw new IllegalArgumentException(
                        "process " + process.pid() + ": " + e.getMessage(), e);
            }
            out().println(json() ? toJson(process.pid()) : toText());
        }

        private String toText() {
            return choice.isOff()
                    ? "executors stay where they are"
                    : "places are found by " + choice.algorithm() + " from the next evaluation on";
        }

        private String toJson(long pid) {
            return JsonLine.of(
                    line -> {
                        line.writeNumberField("pid", pid);
                        line.writeStringField("algorithm", choice.algorithm());
                        line.writeObjectFieldStart("parameters");
                        for (Map.Entry<String, Double> each : choice.parameters().entrySet()) {
                            line.writeNumberField(each.getKey(), each.getValue());
                        }
                        line.writeEndObject();
                    });
        }
    }
}
