package io.eyewall.console.action;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.console.watch.PolledTopology;
import io.eyewall.console.watch.TopologyPoller;
import io.eyewall.control.MoveService;
import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.web.WebHandler;
import io.eyewall.web.WebRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Handles the actions that users request on a page, one at a time for each topology. Because some
 * actions take long, the response is sent when the action starts; its outcome appears on the
 * topology's time line.
 */
public final class ConsoleActions implements WebHandler {
    private static final Duration REBALANCE_LIMIT = Duration.ofSeconds(60);
    private static final Duration MOVE_LIMIT = Duration.ofSeconds(30);
    private static final int MAX_WAIT_SECS = 3600;
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final TopologyPoller watch;
    private final PlacementChoice placement;
    private final ProcessCalls calls;

    /** A validated action that can be run. */
    private interface Command {
        /**
         * Runs the action; may wait.
         *
         * @return a description of what was done, for the time line
         */
        String run() throws InterruptedException;
    }

    /**
     * @param watch the polled topologies
     * @param placement the placement algorithms that a user can choose
     * @param calls reach the topologies' processes
     */
    public ConsoleActions(TopologyPoller watch, PlacementChoice placement, ProcessCalls calls) {
        this.watch = watch;
        this.placement = placement;
        this.calls = calls;
    }

    @Override
    public HttpAnswer answer(WebRequest request) {
        if (!request.method().equals("POST")) {
            return HttpAnswer.error(
                    405, "Method Not Allowed", request.method(), Map.of("Allow", "POST"));
        }
        String type = request.header("Content-Type");
        if (type == null || !type.startsWith("application/json")) {
            return refusal(415, "expected Content-Type application/json, got " + type);
        }
        try {
            return begin(MAPPER.readValue(request.body(), ActionRequest.class));
        } catch (JsonProcessingException e) {
            return refusal(400, "the request is not a JSON action: " + e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
            return refusal(400, String.valueOf(e.getMessage()));
        }
    }

    private HttpAnswer begin(@Nullable ActionRequest wish) {
        if (wish == null || wish.topology() == null || wish.action() == null) {
            throw new IllegalArgumentException("expected 'topology' and 'action'");
        }
        PolledTopology polled = watch.get(wish.topology());
        if (polled == null) {
            return refusal(404, "there is no topology '" + wish.topology() + "' any more");
        }
        Command command = command(wish, polled.topology());
        String description = describe(wish);
        if (!polled.tryAct(description)) {
            return refusal(
                    409, "another action on this topology is running; wait for it to finish");
        }
        boolean begun = false;
        try {
            watch.later(() -> run(polled, wish, command));
            begun = true;
        } finally {
            if (!begun) { // the console was closed, or no thread could be started
                polled.acted(true, description + ": not started");
            }
        }
        return json(202, Map.of("begun", description));
    }

    private static void run(PolledTopology polled, ActionRequest wish, Command command) {
        String description = describe(wish);
        try {
            polled.acted(false, command.run());
        } catch (InterruptedException e) {
            polled.acted(true, description + ": the console was closed meanwhile");
        } catch (RuntimeException e) { // refused, or the process has ended
            polled.acted(true, description + ": " + e.getMessage());
        } catch (Error e) { // of this process, such as an exhausted heap
            polled.acted(true, description + ": " + e);
            throw e;
        }
    }

    private Command command(ActionRequest wish, RunningTopology topology) {
        return switch (String.valueOf(wish.action())) {
            case "activate" ->
                    () -> {
                        topology.activate();
                        return "activated";
                    };
            case "deactivate" ->
                    () -> {
                        topology.deactivate();
                        return "deactivated";
                    };
            case "kill" -> kill(wish, topology);
            case "rebalance" -> rebalance(wish, topology);
            case "placement" -> place(wish, topology);
            case "move" -> move(wish, topology);
            default ->
                    throw new IllegalArgumentException(
                            "there is no action '"
                                    + wish.action()
                                    + "'; expected activate, deactivate, rebalance, kill,"
                                    + " placement or move");
        };
    }

    private static Command kill(ActionRequest wish, RunningTopology topology) {
        int waitSecs = wish.waitSecs() == null ? 0 : wish.waitSecs();
        if (waitSecs < 0 || waitSecs > MAX_WAIT_SECS) {
            throw new IllegalArgumentException(
                    "'waitSecs' is " + waitSecs + ", expected 0 to " + MAX_WAIT_SECS);
        }
        return () -> {
            topology.kill(Duration.ofSeconds(waitSecs));
            return "is being killed; pending tuples have " + waitSecs + " s";
        };
    }

    private static Command rebalance(ActionRequest wish, RunningTopology topology) {
        Map<String, Integer> executors = wish.executors();
        if (executors == null || executors.isEmpty()) {
            throw new IllegalArgumentException("expected 'executors', by component");
        }
        return () -> {
            topology.rebalance(executors, REBALANCE_LIMIT);
            return describe(wish) + ": done";
        };
    }

    private Command place(ActionRequest wish, RunningTopology topology) {
        String algorithm = wish.algorithm();
        if (algorithm == null || !placement.algorithms().contains(algorithm)) {
            throw new IllegalArgumentException(
                    "there is no placement '"
                            + algorithm
                            + "'; expected one of "
                            + placement.algorithms());
        }
        return () -> {
            placement.use(topology, algorithm);
            return describe(wish) + ": from now on";
        };
    }

    private Command move(ActionRequest wish, RunningTopology topology) {
        Integer task = wish.task();
        Integer core = wish.core();
        if (task == null || core == null) {
            throw new IllegalArgumentException("expected 'task' and 'core'");
        }
        return () -> {
            calls.tell(
                    topology,
                    MoveService.NAME,
                    new MoveService.Asked(topology.plan().id(), task, core),
                    MOVE_LIMIT);
            return describe(wish) + ": done";
        };
    }

    private static String describe(ActionRequest wish) {
        if ("move".equals(wish.action())) {
            return "executor of task "
                    + wish.task()
                    + (Objects.equals(wish.core(), -1)
                            ? " may be moved by plans again"
                            : " to core " + wish.core() + ", to stay there");
        }
        if (wish.executors() != null) {
            StringBuilder text = new StringBuilder("rebalance");
            new TreeMap<>(wish.executors())
                    .forEach((id, n) -> text.append(' ').append(id).append(" to ").append(n));
            return text.toString();
        }
        return wish.algorithm() != null ? "placement by " + wish.algorithm() : "" + wish.action();
    }

    private static HttpAnswer refusal(int status, String error) {
        return json(status, Map.of("error", error));
    }

    private static HttpAnswer json(int status, Object body) {
        return new HttpAnswer(
                status,
                "application/json",
                HttpBody.of(ConsoleJson.text(body)),
                Map.of("Cache-Control", "no-store"));
    }
}
