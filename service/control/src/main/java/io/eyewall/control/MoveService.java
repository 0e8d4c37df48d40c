package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.topology.ExecutorPlan;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The control service that pins an executor of this process to a core. */
public final class MoveService implements ControlService {
    /** The name of the service; its arguments are {@link Asked}, its result is the executor. */
    public static final String NAME = "placement.move";

    private static final Logger LOG = LoggerFactory.getLogger(MoveService.class);
    private static final int LIMIT_SECS = 15;

    private final Supplier<Optional<LivePlacement>> placement;

    /**
     * The arguments.
     *
     * @param topology id of the topology
     * @param task any task of the executor
     * @param core core to which the executor is pinned; -1 unpins it, so that plans may move it
     *     again
     */
    public record Asked(String topology, int task, int core) {}

    /**
     * Creates the service.
     *
     * @param placement returns the placement of the engine, once there is one
     */
    public MoveService(Supplier<Optional<LivePlacement>> placement) {
        this.placement = placement;
    }

    @Override
    public ExecutorPlan answer(@Nullable JsonNode json) throws Exception {
        Asked request = WireJson.read(json, Asked.class);
        if (request == null || request.topology() == null) {
            throw new IllegalArgumentException("no executor was named");
        }
        LivePlacement live =
                placement
                        .get()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no topology has been submitted yet"));
        try {
            ExecutorPlan moved =
                    live.hold(request.topology(), request.task(), request.core())
                            .get(LIMIT_SECS, TimeUnit.SECONDS);
            LOG.info("another process has moved an executor: {}, {}", request, moved);
            return moved;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "the engine has not answered within " + LIMIT_SECS + " s; it may still move it",
                    e);
        }
    }
}
