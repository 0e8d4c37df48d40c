package io.eyewall.cli.application;

import io.eyewall.control.ControlService;
import io.eyewall.control.MoveService;
import io.eyewall.control.PlacementService;
import io.eyewall.control.flame.FlameService;
import io.eyewall.control.log.LogService;
import io.eyewall.control.log.LogSource;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.LivePlacement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Services of this process's control port that do not belong to one topology. */
public final class OwnServices {
    private OwnServices() {}

    /**
     * Returns the services by the names of their calls.
     *
     * @param topologies the topologies of this process
     * @param placement the engine's placement; empty before the engine exists
     * @param log the log of this process, which contains the lines of all topologies
     */
    public static Map<String, ControlService> byCallName(
            Supplier<List<RunningTopology>> topologies,
            Supplier<Optional<LivePlacement>> placement,
            LogSource log) {
        return Map.of(
                PlacementService.NAME,
                new PlacementService(placement),
                MoveService.NAME,
                new MoveService(placement),
                FlameService.NAME,
                new FlameService(topologies),
                LogService.NAME,
                new LogService(
                        id ->
                                topologies.get().stream()
                                        .filter(topology -> topology.plan().id().equals(id))
                                        .findFirst()
                                        .map(topology -> log)));
    }
}
