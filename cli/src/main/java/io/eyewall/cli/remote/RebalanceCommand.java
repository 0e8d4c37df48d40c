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
                "Give components of a topology other numbers of executors while it runs: nothing is"
                        + " stopped, lost or done twice. Returns when it is done; of a topology that"
                        + " opens its tasks at once, and it is done when they are open.",
        footer = {
            "",
            "Exit codes: 0 done, 1 nobody answered, or it could not be done now, 2 wrong usage or"
                    + " refused. Unless it is 0 all stays as it was."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class RebalanceCommand extends NamedVerb {
    private static final int DEFAULT_WAIT_SECS = 60;

    @Option(
            names = "-e",
            paramLabel = "COMPONENT=N",
            description = "That many executors, no more than it has tasks; repeatable.")
    private Map<String, Integer> executors = new TreeMap<>();

    @Option(
            names = "-w",
            paramLabel = "SECS",
            description =
                    "How long to wait for user code that is in a call (default: 60). Storm waits"
                            + " with all spouts deactivated; here there is no need for that.")
    private @Nullable Integer waitSecs;

    @Option(
            names = "-n",
            paramLabel = "WORKERS",
            description = "Taken as Storm does, without effect: all run in one process.")
    private @Nullable Integer workers;

    private Map<String, Integer> now = Map.of();

    @Override
    String act(RemoteTopology topology) throws InterruptedException {
        if (executors.isEmpty() && workers == null) {
            throw new IllegalArgumentException(
                    "nothing is to change; name components by -e COMPONENT=N, of "
                            + executors(topology.plan()));
        }
        Duration limit = Duration.ofSeconds(waitSecs == null ? DEFAULT_WAIT_SECS : waitSecs);
        TopologyPlan asked = topology.plan().withExecutors(executors);
        topology.rebalance(executors, limit);
        if (topology.status() == TopologyStatus.STARTING) {
            now = executors(asked);
            return "is opening; when that is done it has these executors: " + now;
        }
        now = executors(topology.plan());
        return "has these executors now: " + now;
    }

    private static Map<String, Integer> executors(TopologyPlan plan) {
        Map<String, Integer> counts = new TreeMap<>();
        plan.executors().stream()
                .map(executor -> plan.component(executor.componentId()))
                .filter(ComponentPlan::isUser)
                .forEach(component -> counts.merge(component.componentId(), 1, Integer::sum));
        return counts;
    }

    @Override
    void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("executors");
        for (Map.Entry<String, Integer> component : now.entrySet()) {
            json.writeNumberField(component.getKey(), component.getValue());
        }
        json.writeEndObject();
    }
}
