package io.eyewall.cli.remote;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eyewall rebalance}: changes the number of executors of components. */
@Command(
        name = "rebalance",
        description =
                "Change the number of executors of a topology's components while it"
                        + " runs. Nothing is stopped, lost or executed twice. Returns when the"
                        + " change is done; if the topology is still opening its tasks, returns"
                        + " at once, and the change is made when they are open.",
        footer = {
            "",
            "Exit codes: 0 done, 1 no process answered, or the change is not"
                    + " possible now, 2 wrong usage or refused. Unless the code is 0,"
                    + " nothing has changed."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class RebalanceCommand extends NamedVerb {
    private static final int DEFAULT_WAIT_SECS = 60;

    @Option(
            names = "-e",
            paramLabel = "COMPONENT=N",
            description =
                    "Number of executors of a component, at most its number of tasks;"
                            + " repeatable.")
    private Map<String, Integer> executors = new TreeMap<>();

    @Option(
            names = "-w",
            paramLabel = "SECS",
            description =
                    "Time to wait until user code has returned from its calls (default:"
                            + " 60). Storm uses this time to drain the topology with deactivated"
                            + " spouts, which is not needed here.")
    private @Nullable Integer waitSecs;

    @Option(
            names = "-n",
            paramLabel = "WORKERS",
            description =
                    "Accepted for compatibility with Storm, without effect: everything"
                            + " runs in one process.")
    private @Nullable Integer workers;

    /** The executors by component after the change, which {@link #writeResult} repeats. */
    private Map<String, Integer> reportedExecutors = Map.of();

    @Override
    String performOn(RemoteTopology topology) throws InterruptedException {
        if (executors.isEmpty() && workers == null) {
            throw new IllegalArgumentException(
                    "nothing to change; expected -e COMPONENT=N, where the executors are now "
                            + executorCounts(topology.plan()));
        }
        Duration limit = Duration.ofSeconds(waitSecs == null ? DEFAULT_WAIT_SECS : waitSecs);
        TopologyPlan requestedPlan = topology.plan().withExecutors(executors);
        topology.rebalance(executors, limit);
        if (topology.status() == TopologyStatus.STARTING) {
            reportedExecutors = executorCounts(requestedPlan);
            return "is opening; when that is done it has these executors: " + reportedExecutors;
        }
        reportedExecutors = executorCounts(topology.plan());
        return "has these executors now: " + reportedExecutors;
    }

    private static Map<String, Integer> executorCounts(TopologyPlan plan) {
        Map<String, Integer> counts = new TreeMap<>();
        plan.executors().stream()
                .map(executor -> plan.component(executor.componentId()))
                .filter(ComponentPlan::isUserDefined)
                .forEach(component -> counts.merge(component.componentId(), 1, Integer::sum));
        return counts;
    }

    @Override
    void writeResult(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("executors");
        for (Map.Entry<String, Integer> component : reportedExecutors.entrySet()) {
            json.writeNumberField(component.getKey(), component.getValue());
        }
        json.writeEndObject();
    }
}
