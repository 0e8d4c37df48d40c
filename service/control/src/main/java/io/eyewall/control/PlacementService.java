package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.wire.CallArguments;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.adaptation.LivePlacement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The control service that selects the placement algorithm of this process. */
public final class PlacementService implements ControlService {
    /** The name of the service; its arguments are {@link CallArguments.Placement}. */
    public static final String NAME = "placement.use";

    private static final Logger LOG = LoggerFactory.getLogger(PlacementService.class);
    private static final int MAX_PERIOD_SECS = 3600;

    private final Supplier<Optional<LivePlacement>> placement;

    /**
     * Creates the service.
     *
     * @param placement returns the placement of the engine, once there is one
     */
    public PlacementService(Supplier<Optional<LivePlacement>> placement) {
        this.placement = placement;
    }

    @Override
    public @Nullable Object answer(@Nullable JsonNode json) throws IOException {
        CallArguments.Placement request = WireJson.read(json, CallArguments.Placement.class);
        if (request == null) {
            throw new IllegalArgumentException("no algorithm was named");
        }
        Integer periodSecs = request.periodSecs();
        if (periodSecs != null && (periodSecs < 1 || periodSecs > MAX_PERIOD_SECS)) {
            throw new IllegalArgumentException(
                    "the period is " + periodSecs + " seconds, expected 1 to " + MAX_PERIOD_SECS);
        }
        LivePlacement live =
                placement
                        .get()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no topology has been submitted yet; wait for"
                                                        + " the first"));
        try {
            live.use(request.algorithm(), request.parameters());
        } catch (UncheckedIOException e) { // plug-ins that can't be read
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (periodSecs != null) {
            live.setPeriod(Duration.ofSeconds(periodSecs));
        }
        LOG.info("another process has changed the placement: {}", request);
        return null;
    }
}
