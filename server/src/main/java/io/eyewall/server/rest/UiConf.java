package io.eyewall.server.rest;

import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * The settings that Storm's UI takes from its own configuration (Storm: DaemonConfig.java, whose
 * names are written out here, as {@code storm-client} lacks them).
 *
 * @param displayResource whether pages show what a scheduler was asked for
 * @param logviewerScheme of what has the logs, for links
 * @param logviewerPort the same
 * @param nimbusSeeds hosts where a Nimbus is expected
 * @param nimbusPort of those hosts
 * @param bugTrackerUrl shown on every page; null for none
 * @param centralLogUrl the same
 * @param profilerEnabled whether pages offer to profile workers
 */
record UiConf(
        boolean displayResource,
        String logviewerScheme,
        int logviewerPort,
        List<String> nimbusSeeds,
        int nimbusPort,
        @Nullable String bugTrackerUrl,
        @Nullable String centralLogUrl,
        boolean profilerEnabled) {
    private static final int DEFAULT_LOGVIEWER_PORT = 8000;
    private static final int DEFAULT_NIMBUS_PORT = 6627;

    static UiConf of(Map<String, Object> conf) {
        return new UiConf(
                ObjectReader.getBoolean(conf.get("scheduler.display.resource"), false),
                "http",
                ObjectReader.getInt(conf.get("logviewer.port"), DEFAULT_LOGVIEWER_PORT),
                ObjectReader.getStrings(conf.get(Config.NIMBUS_SEEDS)),
                ObjectReader.getInt(conf.get(Config.NIMBUS_THRIFT_PORT), DEFAULT_NIMBUS_PORT),
                ObjectReader.getString(conf.get("ui.project.bugtracker.url"), null),
                ObjectReader.getString(conf.get("ui.central.logging.url"), null),
                ObjectReader.getBoolean(conf.get("worker.profiler.enabled"), false));
    }

    /** The same with links to another log viewer. */
    UiConf withLogs(String scheme, int port) {
        return new UiConf(
                displayResource,
                scheme,
                port,
                nimbusSeeds,
                nimbusPort,
                bugTrackerUrl,
                centralLogUrl,
                profilerEnabled);
    }

    String workerLog(String host, int port, String topologyId) {
        return log(host, topologyId + "/" + port + "/worker.log");
    }

    String eventLog(String host, int port, String topologyId) {
        return log(host, topologyId + "/" + port + "/events.log");
    }

    private String log(String host, String file) {
        return api(host) + "log?file=" + Text.encoded(file);
    }

    String daemonLog(String host, String file) {
        return api(host) + "daemonlog?file=" + Text.encoded(file);
    }

    String dumps(String host, int port, String topologyId) {
        return api(host)
                + "dumps/"
                + Text.encoded(topologyId)
                + "/"
                + Text.encoded(host + ":" + port);
    }

    private String api(String host) {
        return logviewerScheme + "://" + host + ":" + logviewerPort + "/api/v1/";
    }
}
