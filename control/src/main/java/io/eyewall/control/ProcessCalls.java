package io.eyewall.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.eyewall.control.wire.Json;
import io.eyewall.engine.RunningTopology;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Has the process of a topology do something, whether it is this one or another. Thread-safe. */
public final class ProcessCalls {
    /** Of topologies of other processes alone. */
    public static final ProcessCalls REMOTE = new ProcessCalls(Map.of());

    private final Map<String, ControlService> own;

    /**
     * @param own what this process does, by the name of the call
     */
    public ProcessCalls(Map<String, ControlService> own) {
        this.own = Map.copyOf(own);
    }

    /**
     * As {@link ServedTopology#call}; a topology that is not served is one of this process.
     *
     * @param type what is answered
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
            T value = Json.read(json, type);
            if (value != null) {
                return value;
            }
        } catch (IOException e) {
            throw new ControlException("the answer to '" + service + "' can't be read: " + e);
        }
        throw new ControlException("nothing was answered to '" + service + "'");
    }

    /** The same, for what answers nothing. */
    public void tell(RunningTopology topology, String service, Object arguments, Duration limit) {
        if (topology instanceof ServedTopology served) {
            served.call(service, arguments, limit);
        } else {
            callOwn(service, arguments);
        }
    }

    private JsonNode callOwn(String name, Object arguments) {
        ControlService service = own.get(name);
        if (service == null) {
            throw new ControlException("this process has no call '" + name + "'");
        }
        try {
            @Nullable Object value = service.answer(Json.tree(arguments));
            return value == null ? NullNode.getInstance() : Json.tree(value);
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
