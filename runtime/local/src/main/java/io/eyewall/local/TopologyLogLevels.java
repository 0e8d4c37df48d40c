package io.eyewall.local;

import io.eyewall.local.log.LogConfigs;
import io.eyewall.local.log.SimpleLevelSwitch;
import java.util.stream.Collectors;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.NotAliveException;

/**
 * Carries out Nimbus's calls about the log levels of topologies that run in this process. They
 * change the loggers of the process. Any thread may call.
 */
final class TopologyLogLevels implements AutoCloseable {
    private final Submissions submissions;
    private final LogConfigs logs = new LogConfigs(new SimpleLevelSwitch());

    TopologyLogLevels(Submissions submissions) {
        this.submissions = submissions;
    }

    /**
     * @throws UnsupportedOperationException if this process's SLF4J binding is not {@code
     *     slf4j-simple}
     */
    synchronized void set(String id, LogConfig config) throws NotAliveException {
        submissions.byId(id);
        forgetEndedTopologies();
        logs.set(id, config);
    }

    synchronized LogConfig get(String id) throws NotAliveException {
        submissions.byId(id);
        forgetEndedTopologies();
        return logs.get(id);
    }

    private void forgetEndedTopologies() {
        logs.retainTopologies(
                submissions.list().stream().map(Submission::id).collect(Collectors.toSet()));
    }

    /** Stops the timer that resets levels after their timeout; levels that are set now stay. */
    @Override
    public void close() {
        logs.close();
    }
}
