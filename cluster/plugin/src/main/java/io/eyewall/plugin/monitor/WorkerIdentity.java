package io.eyewall.plugin.monitor;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.UUID;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;

/**
 * The identity of a worker.
 *
 * @param topology the topology's id
 * @param node the supervisor's id
 * @param host the host's name in Storm
 * @param port the slot's port
 * @param run a random id of this run
 * @param startMs when this run started measuring
 */
record WorkerIdentity(
        String topology, String node, String host, int port, String run, long startMs) {
    private static final String MAIN = "org.apache.storm.daemon.worker.Worker";

    static WorkerIdentity of(Map<String, Object> conf, TopologyContext context) {
        String host = host(conf);
        String topology = context.getStormId();
        return new WorkerIdentity(
                topology,
                node(System.getProperty("sun.java.command", ""), topology, host),
                host,
                context.getThisWorkerPort(),
                UUID.randomUUID().toString(),
                System.currentTimeMillis());
    }

    /**
     * Returns the supervisor's id, which hooks do not receive: a worker's arguments are {@code
     * TOPOLOGY SUPERVISOR SUPERVISOR-PORT PORT WORKER} (BasicContainer). In a local cluster, the
     * host.
     */
    static String node(String command, String topology, String host) {
        String[] words = command.split(" ");
        return words.length > 2 && words[0].equals(MAIN) && words[1].equals(topology)
                ? words[2]
                : host;
    }

    static String host(Map<String, Object> conf) {
        if (conf.get(Config.STORM_LOCAL_HOSTNAME) instanceof String host && !host.isBlank()) {
            return host;
        }
        try {
            return InetAddress.getLocalHost().getCanonicalHostName(); // as Utils.hostname
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
