package io.eyewall.topology.config;

import io.eyewall.topology.config.ConfigKey.Scope;
import io.eyewall.topology.config.ConfigKey.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that Eyewall's parts of a real Storm cluster read: the plug-in in Nimbus, supervisors
 * and workers. They are in this table so that one application, and one storm.yaml, serve both a
 * cluster and one machine, and so that misspelt keys are reported when a topology is submitted.
 */
final class ClusterKeys {
    private static final long AN_HOUR_SECS = 3600;
    private static final long A_DAY_SECS = 86_400;

    static final List<ConfigKey> ALL =
            List.of(
                    key(
                            "eyewall.generator.url",
                            Type.TEXT,
                            null,
                            "Where Nimbus gets plans, and workers report loads: http://HOST:PORT."),
                    key(
                            "eyewall.generator.token.file",
                            Type.TEXT,
                            null,
                            "File with the token that is sent to the schedule generator."),
                    seconds(
                            "eyewall.schedule.fetch.secs",
                            10,
                            A_DAY_SECS,
                            "Seconds from one request for a plan to the next."),
                    seconds(
                            "eyewall.schedule.settle.secs",
                            30,
                            A_DAY_SECS,
                            "Seconds in which a topology just placed is not moved."),
                    seconds(
                            "eyewall.schedule.patience.secs",
                            60,
                            A_DAY_SECS,
                            "Seconds without an answer until Storm's own scheduler takes over."),
                    key(
                            "eyewall.schedule.enabled",
                            Type.BOOLEAN,
                            true,
                            "Whether plans are made for the topology; if not, Storm's own scheduler"
                                    + " places it."),
                    key(
                            "eyewall.pinned",
                            Type.HOSTS,
                            null,
                            "Components and the host, or hosts, that they may run on:"
                                    + " {spout: [host1]}."),
                    key(
                            "eyewall.in.network",
                            Type.NAMES,
                            null,
                            "Components that may run on nodes at switches."),
                    seconds(
                            "eyewall.smooth.ready.limit.secs",
                            60,
                            60,
                            "Seconds from a new assignment until all new workers are ready, at"
                                    + " most."),
                    seconds(
                            "eyewall.smooth.pause.limit.secs",
                            10,
                            20,
                            "Maximum seconds for which spouts pause for a new assignment."),
                    seconds(
                            "eyewall.monitor.period.secs",
                            20,
                            AN_HOUR_SECS,
                            "Seconds of load that a worker reports together."),
                    key(
                            "eyewall.monitor.sizes",
                            Type.BOOLEAN,
                            true,
                            "Whether sizes of tuples are measured; if not, tuples are only"
                                    + " counted."));

    private ClusterKeys() {}

    private static ConfigKey key(
            String name, Type type, @Nullable Object defaultValue, String doc) {
        return new ConfigKey(name, Scope.CLUSTER, type, defaultValue, 0, 0, doc);
    }

    private static ConfigKey seconds(String name, long defaultSecs, long maxSecs, String doc) {
        return new ConfigKey(name, Scope.CLUSTER, Type.INTEGER, defaultSecs, 1, maxSecs, doc);
    }
}
