package io.eyewall.nativetask.worker;

import java.util.List;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.LSWorkerHeartbeat;
import org.apache.storm.generated.SupervisorWorkerHeartbeat;

/**
 * Makes the heartbeats of a worker for Storm 2, where their time is an int, and for Storm 3, where
 * it is a long.
 */
final class Heartbeats {
    private Heartbeats() {}

    /** Returns the heartbeat that the worker writes to a file. */
    static LSWorkerHeartbeat ofFile(
            int timeSecs, String topologyId, List<ExecutorInfo> executors, int port) {
        LSWorkerHeartbeat beat = new LSWorkerHeartbeat();
        beat.set_topology_id(topologyId);
        beat.set_executors(executors);
        beat.set_port(port);
        beat.setFieldValue(
                LSWorkerHeartbeat._Fields.TIME_SECS,
                ofSameType(beat.getFieldValue(LSWorkerHeartbeat._Fields.TIME_SECS), timeSecs));
        return beat;
    }

    /** Returns the heartbeat that the worker sends to the supervisor. */
    static SupervisorWorkerHeartbeat ofMessage(
            int timeSecs, String topologyId, List<ExecutorInfo> executors) {
        SupervisorWorkerHeartbeat beat = new SupervisorWorkerHeartbeat();
        beat.set_storm_id(topologyId);
        beat.set_executors(executors);
        beat.setFieldValue(
                SupervisorWorkerHeartbeat._Fields.TIME_SECS,
                ofSameType(
                        beat.getFieldValue(SupervisorWorkerHeartbeat._Fields.TIME_SECS), timeSecs));
        return beat;
    }

    private static Object ofSameType(Object unset, int timeSecs) {
        return unset instanceof Long ? (Object) (long) timeSecs : (Object) timeSecs;
    }
}
