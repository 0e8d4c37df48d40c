package io.eyewall.local;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.ProfileAction;
import org.apache.storm.generated.ProfileRequest;
import org.apache.storm.generated.SupervisorAssignments;
import org.apache.storm.generated.SupervisorWorkerHeartbeat;
import org.apache.storm.generated.SupervisorWorkerHeartbeats;
import org.apache.storm.generated.WorkerMetrics;

/**
 * Nimbus's calls that have no meaning inside one process. Each throws an {@link
 * UnsupportedOperationException} that names the call and the alternative.
 */
public abstract class UnsupportedNimbus implements Nimbus.Iface {
    private static final String NO_WORKERS =
            "there are no supervisors and workers in this process, so this call has no meaning";

    static UnsupportedOperationException unsupported(String call, String remedy) {
        return new UnsupportedOperationException(
                "Nimbus." + call + " is not supported by Eyewall: " + remedy);
    }

    @Override
    public void setWorkerProfiler(String id, ProfileRequest profileRequest) {
        throw unsupported("setWorkerProfiler", "attach jcmd or a profiler to this process instead");
    }

    @Override
    public List<ProfileRequest> getComponentPendingProfileActions(
            String id, String componentId, ProfileAction action) {
        return List.of(); // setWorkerProfiler accepts no requests
    }

    @Override
    public ByteBuffer downloadChunk(String id) {
        throw unsupported("downloadChunk", "the application's classes are already in this process");
    }

    @Override
    public SupervisorAssignments getSupervisorAssignments(String node) {
        throw unsupported("getSupervisorAssignments", NO_WORKERS);
    }

    @Override
    public void sendSupervisorWorkerHeartbeats(SupervisorWorkerHeartbeats heartbeats) {
        throw unsupported("sendSupervisorWorkerHeartbeats", NO_WORKERS);
    }

    @Override
    public void sendSupervisorWorkerHeartbeat(SupervisorWorkerHeartbeat heartbeat) {
        throw unsupported("sendSupervisorWorkerHeartbeat", NO_WORKERS);
    }

    @Override
    public void processWorkerMetrics(WorkerMetrics metrics) {
        throw unsupported("processWorkerMetrics", NO_WORKERS);
    }
}
