package io.eyewall.benchmarks.tstorm;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The traffic of a laboratory's head: ZooKeeper's own count of its requests, and the bytes of IP
 * packets in both directions, counted by rules of iptables.
 *
 * @param requests requests that ZooKeeper has received
 * @param zooKeeperBytes bytes to and from ZooKeeper's port
 * @param nimbusBytes bytes to and from Nimbus' Thrift port
 */
record Counters(long requests, long zooKeeperBytes, long nimbusBytes) {
    private static final int ZOOKEEPER = 2181;
    private static final int NIMBUS = 6627;
    private static final Pattern RECEIVED = Pattern.compile("Received: (\\d+)");

    /** Starts to count bytes. */
    static void start(Laboratory lab) throws IOException, InterruptedException {
        for (int port : List.of(ZOOKEEPER, NIMBUS)) {
            lab.must(rule("INPUT", "--dport", port));
            lab.must(rule("OUTPUT", "--sport", port));
        }
    }

    private static List<String> rule(String chain, String direction, int port) {
        return List.of("exec", "head", "iptables", "-A", chain, "-p", "tcp", direction, "" + port);
    }

    /** Returns the current counts. */
    static Counters now(Laboratory lab) throws IOException, InterruptedException {
        String question =
                "exec 3<>/dev/tcp/%s/%d; echo srvr >&3; cat <&3"
                        .formatted(Laboratory.HEAD, ZOOKEEPER);
        Matcher received = RECEIVED.matcher(lab.ask("bash", "-c", question));
        String rules = lab.ask("iptables", "-nvxL");
        if (!received.find() || rules.isEmpty()) {
            throw new IOException("ZooKeeper or iptables does not say what it has counted");
        }
        return new Counters(
                Long.parseLong(received.group(1)), bytes(rules, ZOOKEEPER), bytes(rules, NIMBUS));
    }

    private static long bytes(String rules, int port) {
        Matcher rule =
                Pattern.compile("(?m)^\\s*\\d+\\s+(\\d+) .* [sd]pt:" + port + "\\s*$")
                        .matcher(rules);
        long sum = 0;
        while (rule.find()) {
            sum += Long.parseLong(rule.group(1));
        }
        return sum;
    }
}
