package io.eyewall.console.action;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.console.watch.Watch;
import io.eyewall.console.watch.Watched;
import io.eyewall.control.MoveService;
import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.local.net.HttpAnswer;
import io.eyewall.local.net.HttpBody;
import io.eyewall.web.WebHandler;
import io.eyewall.web.WebRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Does what people at a page want: one thing at a time for each topology. The answer comes at once,
 * as some things take long; what came of it stands on the topology's time line.
 */
public final class Actions implements WebHandler {
    private static final Duration REBALANCE_LIMIT = Duration.ofSeconds(60);
    private static final Duration MOVE_LIMIT = Duration.ofSeconds(30);
    private static final int MOST_WAIT_SECS = 3600;
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final Watch watch;
    private final PlacementChoice placement;
    private final ProcessCalls calls;

    /** Something to do, once it is known to make sense. */
    private interface Deed {
        /**
         * Carries out the action.
         *
         * @return what was done
         */
        String run() throws InterruptedException;
    }

    /**
     * @param watch knows the topologies
     * @param placement what can be chosen of placement
     * @param calls reach the topologies' processes
     */
    public Actions(Watch watch, PlacementChoice placement, ProcessCalls calls) {
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
            return begin(MAPPER.readValue(request.body(), Wish.class));
        } catch (JsonProcessingException e) {
            return refusal(400, "the request is no JSON of an action: " + e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
            return refusal(400, String.valueOf(e.getMessage()));
        }
    }

    private HttpAnswer begin(@Nullable Wish wish) {
        if (wish == null || wish.topology() == null || wish.action() == null) {
            throw new IllegalArgumentException("expected 'topology' and 'action'");
        }
        Watched one = watch.get(wish.topology());
        if (one == null) {
            return refusal(404, "there is no topology '" + wish.topology() + "' any more");
        }
        Deed deed = deed(wish, one.topology());
        String what = describe(wish);
        if (!one.tryAct(what)) {
            return refusal(409, "something else is being done to it; wait for its end");
        }
        boolean begun = false;
        try {
            watch.later(() -> run(one, wish, deed));
            begun = true;
        } finally {
            if (!begun) { // closed meanwhile, or no thread is to be had
                one.acted(true, what + ": not begun");
            }
        }
        return json(202, Map.of("begun", what));
    }

    private static void run(Watched one, Wish wish, Deed deed) {
        String what = describe(wish);
        try {
            one.acted(false, deed.run());
        } catch (InterruptedException e) {
            one.acted(true, what + ": the console was closed meanwhile");
        } catch (RuntimeException e) { // refused, or a process that has gone
            one.acted(true, what + ": " + e.getMessage());
        } catch (Error e) { // of this process, such as an exhausted heap
            one.acted(true, what + ": " + e);
            throw e;
        }
    }

    private Deed deed(Wish wish, RunningTopology topology) {
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

    private static Deed kill(Wish wish, RunningTopology topology) {
        int waitSecs = wish.waitSecs() == null ? 0 : wish.waitSecs();
        if (waitSecs < 0 || waitSecs > MOST_WAIT_SECS) {
            throw new IllegalArgumentException(
                    "'waitSecs' is " + waitSecs + ", expected 0 to " + MOST_WAIT_SECS);
        }
        return () -> {
            topology.kill(Duration.ofSeconds(waitSecs));
            return "is being killed; what is under way has " + waitSecs + " s";
        };
    }

    private static Deed rebalance(Wish wish, RunningTopology topology) {
        Map<String, Integer> executors = wish.executors();
        if (executors == null || executors.isEmpty()) {
            throw new IllegalArgumentException("expected 'executors', by component");
        }
        return () -> {
            topology.rebalance(executors, REBALANCE_LIMIT);
            return describe(wish) + ": done";
        };
    }

    private Deed place(Wish wish, RunningTopology topology) {
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

    private Deed move(Wish wish, RunningTopology topology) {
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

    private static String describe(Wish wish) {
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

    private static HttpAnswer refusal(int status, String why) {
        return json(status, Map.of("error", why));
    }

    private static HttpAnswer json(int status, Object body) {
        return new HttpAnswer(
                status,
                "application/json",
                HttpBody.of(ConsoleJson.text(body)),
                Map.of("Cache-Control", "no-store"));
    }
}
