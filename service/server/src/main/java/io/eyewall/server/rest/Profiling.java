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
        long endMs =
                System.currentTimeMillis() + TimeUnit.MINUTES.toMillis(Integer.parseInt(minutes));
        NodeInfo worker = requestFromWorker(call, ProfileAction.JPROFILE_STOP, endMs);
        int port = worker.get_port_iterator().next().intValue();
        Map<String, Object> answer = accepted(call);
        answer.put("timeout", minutes);
        answer.put("dumplink", call.conf().dumpsLink(worker.get_node(), port, call.topologyId()));
        return answer;
    }

    static Map<String, Object> stop(RestCall call) throws TException {
        return requestNow(call, ProfileAction.JPROFILE_STOP);
    }

    static Map<String, Object> dumpProfile(RestCall call) throws TException {
        return requestNow(call, ProfileAction.JPROFILE_DUMP);
    }

    static Map<String, Object> dumpStacks(RestCall call) throws TException {
        return requestNow(call, ProfileAction.JSTACK_DUMP);
    }

    static Map<String, Object> dumpHeap(RestCall call) throws TException {
        return requestNow(call, ProfileAction.JMAP_DUMP);
    }

    static Map<String, Object> restartWorker(RestCall call) throws TException {
        return requestNow(call, ProfileAction.JVM_RESTART);
    }

    private static Map<String, Object> requestNow(RestCall call, ProfileAction action)
            throws TException {
        requestFromWorker(call, action, 0);
        return accepted(call);
    }

    private static NodeInfo requestFromWorker(RestCall call, ProfileAction action, long endMs)
            throws TException {
        String[] worker = call.variable("worker").split(":", -1);
        if (worker.length != 2) {
            throw new IllegalArgumentException(
                    "worker '" + call.variable("worker") + "' is not of the form host:port");
        }
        NodeInfo node = new NodeInfo(worker[0], Set.of(Long.valueOf(worker[1])));
        ProfileRequest request = new ProfileRequest(node, action);
        request.set_time_stamp(endMs);
        call.nimbus().setWorkerProfiler(call.topologyId(), request);
        return node;
    }

    private static Map<String, Object> accepted(RestCall call) {
        Map<String, Object> answer = new HashMap<>();
        answer.put("status", "ok");
        answer.put("id", call.variable("worker"));
        return answer;
    }
}
