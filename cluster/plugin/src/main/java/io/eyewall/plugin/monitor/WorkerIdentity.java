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
 * @param run a random id of this run of the worker
 * @param startMs when this run started measuring, by the host's clock
 */
record WorkerIdentity(
        String topology, String node, String host, int port, String run, long startMs) {
    /** Words of a worker's command line, as Java shows it: the main class and five arguments. */
    private static final int WORKER_WORDS = 6;

    static WorkerIdentity of(Map<String, Object> conf, TopologyContext context) {
        String host = hostName(conf);
        String topology = context.getStormId();
        return new WorkerIdentity(
                topology,
                parseNode(System.getProperty("sun.java.command", ""), topology, host),
                host,
                context.getThisWorkerPort(),
                UUID.randomUUID().toString(),
                System.currentTimeMillis());
    }

    /**
     * Returns the supervisor's id, read from the JVM's command line because hooks do not receive
     * it: a worker's arguments are {@code TOPOLOGY SUPERVISOR SUPERVISOR-PORT PORT WORKER}
     * (BasicContainer). The main class is Storm's, or the plug-in's where workers are started by
     * it. Returns the host in a local cluster.
     */
    static String parseNode(String command, String topology, String host) {
        String[] words = command.split(" ");
        return words.length == WORKER_WORDS && words[1].equals(topology) ? words[2] : host;
    }

    /** Returns the name that Storm uses for this host. */
    static String hostName(Map<String, Object> conf) {
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
