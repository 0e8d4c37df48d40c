package io.eyewall.cli.remote;

import io.eyewall.console.action.PlacementChoice;
import io.eyewall.control.PlacementService;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.wire.Arguments;
import io.eyewall.engine.RunningTopology;
import java.util.Map;

/** Chooses how places are found in other processes. */
final class RemotePlacement implements PlacementChoice {
    @Override
    public void use(RunningTopology topology, String algorithm) {
        if (!(topology instanceof RemoteTopology remote)) {
            throw new IllegalStateException("nobody else's: " + topology);
        }
        remote.process()
                .call(PlacementService.NAME, new Arguments.Placement(algorithm, Map.of(), null));
    }
}
