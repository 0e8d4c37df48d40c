package io.eyewall.server.rest;

import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * The settings that Storm's UI reads from its configuration (Storm: DaemonConfig.java; the keys are
 * literals here because {@code storm-client} lacks that class).
 *
 * @param displayResource whether pages show the resources that were requested from a scheduler
 * @param logviewerScheme scheme of the log viewer, for links
 * @param logviewerPort port of the log viewer, for links
 * @param nimbusSeeds hosts on which Storm's configuration expects a Nimbus
 * @param nimbusPort port of Nimbus on those hosts
 * @param bugTrackerUrl URL of the bug tracker, shown on every page; null for none
 * @param centralLogUrl URL of the central log, shown on every page; null for none
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

    static UiConf parse(Map<String, Object> conf) {
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

    /** Returns these settings with links to another log viewer. */
    UiConf withLogviewer(String scheme, int port) {
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

    String workerLogLink(String host, int port, String topologyId) {
        return logLink(host, topologyId + "/" + port + "/worker.log");
    }

    String eventLogLink(String host, int port, String topologyId) {
        return logLink(host, topologyId + "/" + port + "/events.log");
    }

    private String logLink(String host, String file) {
        return logviewerApi(host) + "log?file=" + RestText.urlEncode(file);
    }

    String daemonLogLink(String host, String file) {
        return logviewerApi(host) + "daemonlog?file=" + RestText.urlEncode(file);
    }

    String dumpsLink(String host, int port, String topologyId) {
        return logviewerApi(host)
                + "dumps/"
                + RestText.urlEncode(topologyId)
                + "/"
                + RestText.urlEncode(host + ":" + port);
    }

    private String logviewerApi(String host) {
        return logviewerScheme + "://" + host + ":" + logviewerPort + "/api/v1/";
    }
}
