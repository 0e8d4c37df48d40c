package io.eyewall.cli;

import io.eyewall.console.action.PlacementChoice;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.LivePlacement;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/** Chooses how places are found in this process. */
final class OwnPlacement implements PlacementChoice {
    private final Supplier<Optional<LivePlacement>> placement;

    /**
     * @param placement of the engine, once there is one
     */
    OwnPlacement(Supplier<Optional<LivePlacement>> placement) {
        this.placement = placement;
    }

    @Override
    public void use(RunningTopology topology, String algorithm) {
        try {
            placement
                    .get()
                    .orElseThrow(() -> new IllegalStateException("there is no engine as yet"))
                    .use(algorithm);
        } catch (UncheckedIOException e) { // plug-ins that can't be read
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
