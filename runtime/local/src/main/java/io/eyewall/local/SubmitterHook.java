package io.eyewall.local;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.ISubmitterHook;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.Utils;

/**
 * Calls Storm's submitter hook after the submission of a topology. The key {@code
 * storm.topology.submission.notifier.plugin.class} names the hook's class. Any thread may call.
 */
public final class SubmitterHook {
    private SubmitterHook() {}

    /**
     * Notifies the hook of a topology that runs, if the topology's configuration names a hook.
     *
     * @param conf the topology's configuration, as submitted
     * @throws IllegalStateException if the hook fails
     */
    public static void notifyHook(
            Nimbus.Iface nimbus, String name, Map<String, Object> conf, StormTopology topology)
            throws TException {
        ISubmitterHook hook =
                (ISubmitterHook)
                        Utils.getConfiguredClass(
                                conf, Config.STORM_TOPOLOGY_SUBMISSION_NOTIFIER_PLUGIN);
        if (hook == null) {
            return;
        }
        try {
            hook.notify(nimbus.getTopologyInfoByName(name), conf, topology);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    "topology '" + name + "' runs, but its submitter hook failed", e);
        }
    }
}
