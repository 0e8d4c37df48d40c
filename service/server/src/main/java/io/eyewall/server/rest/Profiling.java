package io.eyewall.server.rest;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.NodeInfo;
import org.apache.storm.generated.ProfileAction;
import org.apache.storm.generated.ProfileRequest;
import org.apache.storm.thrift.TException;

/** Requests dumps and profiles of a worker, which is given as {@code host:port}. */
final class Profiling {
    private Profiling() {}

    /**
     * Starts profiling for some minutes. The profile is written at the end, or earlier at a stop
     * request.
     */
    static Map<String, Object> start(RestCall call) throws TException {
        String minutes = call.variable("minutes");
        long end =
                System.currentTimeMillis() + TimeUnit.MINUTES.toMillis(Integer.parseInt(minutes));
        NodeInfo worker = request(call, ProfileAction.JPROFILE_STOP, end);
        int port = worker.get_port_iterator().next().intValue();
        Map<String, Object> answer = accepted(call);
        answer.put("timeout", minutes);
        answer.put("dumplink", call.conf().dumps(worker.get_node(), port, call.topologyId()));
        return answer;
    }

    static Map<String, Object> stop(RestCall call) throws TException {
        return now(call, ProfileAction.JPROFILE_STOP);
    }

    static Map<String, Object> dump(RestCall call) throws TException {
        return now(call, ProfileAction.JPROFILE_DUMP);
    }

    static Map<String, Object> stacks(RestCall call) throws TException {
        return now(call, ProfileAction.JSTACK_DUMP);
    }

    static Map<String, Object> heap(RestCall call) throws TException {
        return now(call, ProfileAction.JMAP_DUMP);
    }

    static Map<String, Object> restart(RestCall call) throws TException {
        return now(call, ProfileAction.JVM_RESTART);
    }

    private static Map<String, Object> now(RestCall call, ProfileAction action) throws TException {
        request(call, action, 0);
        return accepted(call);
    }

    private static NodeInfo request(RestCall call, ProfileAction action, long timeMs)
            throws TException {
        String[] worker = call.variable("worker").split(":", -1);
        if (worker.length != 2) {
            throw new IllegalArgumentException(
                    "worker '" + call.variable("worker") + "' is not of the form host:port");
        }
        NodeInfo place = new NodeInfo(worker[0], Set.of(Long.valueOf(worker[1])));
        ProfileRequest request = new ProfileRequest(place, action);
        request.set_time_stamp(timeMs);
        call.nimbus().setWorkerProfiler(call.topologyId(), request);
        return place;
    }

    private static Map<String, Object> accepted(RestCall call) {
        Map<String, Object> answer = new HashMap<>();
        answer.put("status", "ok");
        answer.put("id", call.variable("worker"));
        return answer;
    }
}
