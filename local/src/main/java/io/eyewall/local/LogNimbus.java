package io.eyewall.local;

import io.eyewall.local.log.LogConfigs;
import io.eyewall.local.log.SimpleLevelSwitch;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.NotAliveException;

/** The calls of Nimbus about log levels. Loggers are those of this process. */
abstract class LogNimbus extends NimbusOrders {
    private final LogConfigs logs = new LogConfigs(new SimpleLevelSwitch());

    /** As {@link NimbusQueries}. */
    LogNimbus(Map<String, Object> daemonConf, Supplier<BlobStore> blobs) {
        super(daemonConf, blobs);
    }

    /**
     * @throws UnsupportedOperationException if this process's SLF4J binding is another than {@code
     *     slf4j-simple}
     */
    @Override
    public synchronized void setLogConfig(String id, LogConfig config) throws NotAliveException {
        submissions.byId(id);
        forgetEnded();
        logs.set(id, config);
    }

    @Override
    public synchronized LogConfig getLogConfig(String id) throws NotAliveException {
        submissions.byId(id);
        forgetEnded();
        return logs.get(id);
    }

    private void forgetEnded() {
        logs.retain(submissions.all().stream().map(Submission::id).collect(Collectors.toSet()));
    }

    /** Resets no levels any more. */
    final void closeLogs() {
        logs.close();
    }
}
