package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.RunningTopology;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls the control services of a topology's process, whether that is this process or another one.
 * Thread-safe.
 */
public final class ProcessCalls {
    /** For topologies of other processes only. */
    public static final ProcessCalls REMOTE = new ProcessCalls(Map.of());

    private final Map<String, ControlService> ownServices;

    /**
     * Creates an object for topologies of this and other processes.
     *
     * @param ownServices services of this process by name
     */
    public ProcessCalls(Map<String, ControlService> ownServices) {
        this.ownServices = Map.copyOf(ownServices);
    }

    /**
     * Calls a service like {@link ServedTopology#call}; a topology that is not a {@link
     * ServedTopology} belongs to this process.
     *
     * @param type type of the result
     */
    public <T> T call(
            RunningTopology topology,
            String service,
            Object arguments,
            Class<T> type,
            Duration limit) {
        JsonNode json =
                topology instanceof ServedTopology served
                        ? served.call(service, arguments, limit)
                        : callOwn(service, arguments);
        try {
            T value = WireJson.read(json, type);
            if (value != null) {
                return value;
            }
        } catch (IOException e) {
            throw new ControlException("the answer to '" + service + "' can't be read: " + e);
        }
        throw new ControlException("service '" + service + "' has returned no result");
    }

    /** Calls a service that has no result. */
    public void tell(RunningTopology topology, String service, Object arguments, Duration limit) {
        if (topology instanceof ServedTopology served) {
            served.call(service, arguments, limit);
        } else {
            callOwn(service, arguments);
        }
    }

    private JsonNode callOwn(String name, Object arguments) {
        ControlService service = ownServices.get(name);
        if (service == null) {
            throw new ControlException("this process has no service '" + name + "'");
        }
        try {
            @Nullable Object value = service.answer(WireJson.tree(arguments));
            return value == null ? NullNode.getInstance() : WireJson.tree(value);
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("'" + name + "' was interrupted", e);
        } catch (Exception e) {
            throw new ControlException("'" + name + "': " + e);
        }
    }
}
