package io.eyewall.cli;

import io.eyewall.console.action.PlacementChoice;
import io.eyewall.control.PlacementService;
import io.eyewall.control.wire.Arguments;
import io.eyewall.engine.RunningTopology;
import io.eyewall.server.keeper.KeptTopology;
import java.util.Map;

/** Chooses how places are found in the process of a topology that a server keeps. */
final class KeptPlacement implements PlacementChoice {
    @Override
    public void use(RunningTopology topology, String algorithm) {
        if (!(topology instanceof KeptTopology kept)) {
            throw new IllegalStateException("nobody else's: " + topology);
        }
        kept.call(PlacementService.NAME, new Arguments.Placement(algorithm, Map.of(), null));
    }
}
