package io.eyewall.local;

import io.eyewall.local.log.LogConfigs;
import io.eyewall.local.log.SimpleLevelSwitch;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.NotAliveException;

/**
 * Nimbus's calls about log levels. They change the loggers of this process. Any thread may call.
 */
abstract class LogNimbus extends NimbusOrders {
    private final LogConfigs logs = new LogConfigs(new SimpleLevelSwitch());

    LogNimbus(Map<String, Object> daemonConf, Supplier<BlobStore> blobs) {
        super(daemonConf, blobs);
    }

    /**
     * @throws UnsupportedOperationException if this process's SLF4J binding is not {@code
     *     slf4j-simple}
     */
    @Override
    public synchronized void setLogConfig(String id, LogConfig config) throws NotAliveException {
        submissions.byId(id);
        forgetEndedTopologies();
        logs.set(id, config);
    }

    @Override
    public synchronized LogConfig getLogConfig(String id) throws NotAliveException {
        submissions.byId(id);
        forgetEndedTopologies();
        return logs.get(id);
    }

    private void forgetEndedTopologies() {
        logs.retainTopologies(
                submissions.list().stream().map(Submission::id).collect(Collectors.toSet()));
    }

    /** Stops the timer that resets levels after their timeout; levels that are set now stay. */
    final void closeLogs() {
        logs.close();
    }
}
