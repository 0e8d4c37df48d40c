package io.eyewall.server.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.control.wire.WireJson;
import io.eyewall.local.LocalNimbus;
import java.util.Base64;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The control service by which a server sets and reads the log levels of a worker's process. */
public final class LogLevelService implements ControlService {
    /** The name of the service. */
    public static final String NAME = "worker.logLevels";

    private final LocalNimbus nimbus;
    private final String topologyId;

    /**
     * A request for log levels.
     *
     * @param config log levels as a Thrift structure in base64; null to set none
     */
    public record Request(@Nullable String config) {
        /** Returns a request that sets levels. */
        public static Request toSet(LogConfig config) {
            return new Request(encode(config));
        }
    }

    LogLevelService(LocalNimbus nimbus, String topologyId) {
        this.nimbus = nimbus;
        this.topologyId = topologyId;
    }

    @Override
    public Object answer(@Nullable JsonNode arguments) throws Exception {
        Request request = WireJson.read(arguments, Request.class);
        if (request != null && request.config() != null) {
            nimbus.setLogConfig(topologyId, decode(request.config()));
        }
        return encode(nimbus.getLogConfig(topologyId));
    }

    private static String encode(LogConfig config) {
        return Base64.getEncoder().encodeToString(Utils.thriftSerialize(config));
    }

    /** Decodes an answer of the service. */
    public static LogConfig decode(String text) {
        return Utils.thriftDeserialize(LogConfig.class, Base64.getDecoder().decode(text));
    }
}
