package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.wire.Json;
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

/** Lets others move an executor of a process to a core, where it stays. */
public final class MoveService implements ControlService {
    /** What it is called by; its arguments are {@link Asked}, it answers the executor. */
    public static final String NAME = "placement.move";

    private static final Logger LOG = LoggerFactory.getLogger(MoveService.class);
    private static final int LIMIT_SECS = 15;

    private final Supplier<Optional<LivePlacement>> placement;

    /**
     * What is asked.
     *
     * @param topology its id
     * @param task any of the executor's
     * @param core where it is to run, and stay; -1: it may be moved by plans again
     */
    public record Asked(String topology, int task, int core) {}

    /**
     * @param placement of the engine, once there is one
     */
    public MoveService(Supplier<Optional<LivePlacement>> placement) {
        this.placement = placement;
    }

    @Override
    public ExecutorPlan answer(@Nullable JsonNode json) throws Exception {
        Asked asked = Json.read(json, Asked.class);
        if (asked == null || asked.topology() == null) {
            throw new IllegalArgumentException("no executor was named");
        }
        LivePlacement live =
                placement
                        .get()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no topology has been submitted as yet"));
        try {
            ExecutorPlan moved =
                    live.hold(asked.topology(), asked.task(), asked.core())
                            .get(LIMIT_SECS, TimeUnit.SECONDS);
            LOG.info("an executor is moved by another process: {}, {}", asked, moved);
            return moved;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "the engine has not looked at it within " + LIMIT_SECS + " s; it may yet", e);
        }
    }
}
