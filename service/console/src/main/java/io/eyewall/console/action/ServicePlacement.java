package io.eyewall.console.action;

import io.eyewall.control.PlacementService;
import io.eyewall.control.ProcessCalls;
import io.eyewall.control.wire.CallArguments;
import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.Map;

/** Sets the placement algorithm in the process that runs a topology. Any thread may call. */
public final class ServicePlacement implements PlacementChoice {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ProcessCalls calls;

    /**
     * @param calls reach the processes
     */
    public ServicePlacement(ProcessCalls calls) {
        this.calls = calls;
    }

    @Override
    public void use(RunningTopology topology, String algorithm) {
        calls.tell(
                topology,
                PlacementService.NAME,
                new CallArguments.Placement(algorithm, Map.of(), null),
                LIMIT);
    }
}
