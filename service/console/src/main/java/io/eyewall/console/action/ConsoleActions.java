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

    private final TopologyPoller poller;
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
     * @param poller the polled topologies
     * @param placement the placement algorithms that a user can choose
     * @param calls reach the topologies' processes
     */
    public ConsoleActions(TopologyPoller poller, PlacementChoice placement, ProcessCalls calls) {
        this.poller = poller;
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

    private HttpAnswer begin(@Nullable ActionRequest request) {
        if (request == null || request.topology() == null || request.action() == null) {
            throw new IllegalArgumentException("expected 'topology' and 'action'");
        }
        PolledTopology polled = poller.get(request.topology());
        if (polled == null) {
            return refusal(404, "there is no topology '" + request.topology() + "' any more");
        }
        Command command = command(request, polled.topology());
        String description = describe(request);
        if (!polled.tryAct(description)) {
            return refusal(
                    409, "another action on this topology is running; wait for it to finish");
        }
        boolean begun = false;
        try {
            poller.executeOnPool(() -> run(polled, request, command));
            begun = true;
        } finally {
            if (!begun) { // the console was closed, or no thread could be started
                polled.endAction(true, description + ": not started");
            }
        }
        return json(202, Map.of("begun", description));
    }

    private static void run(PolledTopology polled, ActionRequest request, Command command) {
        String description = describe(request);
        try {
            polled.endAction(false, command.run());
        } catch (InterruptedException e) {
            polled.endAction(true, description + ": the console was closed meanwhile");
        } catch (RuntimeException e) { // refused, or the process has ended
            polled.endAction(true, description + ": " + e.getMessage());
        } catch (Error e) { // of this process, such as an exhausted heap
            polled.endAction(true, description + ": " + e);
            throw e;
        }
    }

    private Command command(ActionRequest request, RunningTopology topology) {
        return switch (String.valueOf(request.action())) {
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
            case "kill" -> kill(request, topology);
            case "rebalance" -> rebalance(request, topology);
            case "placement" -> place(request, topology);
            case "move" -> move(request, topology);
            default ->
                    throw new IllegalArgumentException(
                            "there is no action '"
                                    + request.action()
                                    + "'; expected activate, deactivate, rebalance, kill,"
                                    + " placement or move");
        };
    }

    private static Command kill(ActionRequest request, RunningTopology topology) {
        int waitSecs = request.waitSecs() == null ? 0 : request.waitSecs();
        if (waitSecs < 0 || waitSecs > MAX_WAIT_SECS) {
            throw new IllegalArgumentException(
                    "'waitSecs' is " + waitSecs + ", expected 0 to " + MAX_WAIT_SECS);
        }
        return () -> {
            topology.kill(Duration.ofSeconds(waitSecs));
            return "is being killed; pending tuples have " + waitSecs + " s";
        };
    }

    private static Command rebalance(ActionRequest request, RunningTopology topology) {
        Map<String, Integer> executors = request.executors();
        if (executors == null || executors.isEmpty()) {
            throw new IllegalArgumentException("expected 'executors', by component");
        }
        return () -> {
            topology.rebalance(executors, REBALANCE_LIMIT);
            return describe(request) + ": done";
        };
    }

    private Command place(ActionRequest request, RunningTopology topology) {
        String algorithm = request.algorithm();
        if (algorithm == null || !placement.algorithms().contains(algorithm)) {
            throw new IllegalArgumentException(
                    "there is no placement '"
                            + algorithm
                            + "'; expected one of "
                            + placement.algorithms());
        }
        return () -> {
            placement.use(topology, algorithm);
            return describe(request) + ": from now on";
        };
    }

    private Command move(ActionRequest request, RunningTopology topology) {
        Integer task = request.task();
        Integer core = request.core();
        if (task == null || core == null) {
            throw new IllegalArgumentException("expected 'task' and 'core'");
        }
        return () -> {
            calls.tell(
                    topology,
                    MoveService.NAME,
                    new MoveService.Asked(topology.plan().id(), task, core),
                    MOVE_LIMIT);
            return describe(request) + ": done";
        };
    }

    private static String describe(ActionRequest request) {
        if ("move".equals(request.action())) {
            return "executor of task "
                    + request.task()
                    + (Objects.equals(request.core(), -1)
                            ? " may be moved by plans again"
                            : " to core " + request.core() + ", to stay there");
        }
        if (request.executors() != null) {
            StringBuilder text = new StringBuilder("rebalance");
            new TreeMap<>(request.executors())
                    .forEach((id, n) -> text.append(' ').append(id).append(" to ").append(n));
            return text.toString();
        }
        return request.algorithm() != null
                ? "placement by " + request.algorithm()
                : "" + request.action();
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
