package io.eyewall.engine.executor;

import io.eyewall.engine.memory.HeapShares;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.utils.ConfigUtils;
import org.apache.storm.utils.ObjectReader;

/**
 * A component's configuration as its executors use it, parsed once.
 *
 * @param acking whether messages are tracked, that is, the topology has ackers
 * @param maxPendingPerTask maximum number of pending messages of one spout task; 0 = no limit
 * @param messageTimeoutSecs time after which a pending message fails, at the latest after twice
 *     that time; 0 = never
 * @param tickSecs seconds between tick tuples; 0 = none
 * @param mailboxCapacity number of waiting tuples at which senders stop
 * @param mailboxBytes approximate limit in bytes for the same purpose, however many executors run
 *     the tasks
 * @param sampleEvery one of this many tuples is timed
 * @param dedicated whether each executor has a dedicated thread from the start
 * @param keepsThread whether an executor whose user code has left state in its thread, such as a
 *     thread-local value, keeps that thread for life
 * @param debug whether every tuple is logged
 * @param alwaysSerialize whether every emitted list of values is serialized once, to find out
 *     whether it can be
 * @param eventLoggers whether emitted tuples may be sampled to Storm's event logger
 * @param spoutWait the back-off of an idle spout
 */
public record ExecutorSettings(
        boolean acking,
        int maxPendingPerTask,
        int messageTimeoutSecs,
        int tickSecs,
        int mailboxCapacity,
        long mailboxBytes,
        int sampleEvery,
        boolean dedicated,
        boolean keepsThread,
        boolean debug,
        boolean alwaysSerialize,
        boolean eventLoggers,
        SpoutWait spoutWait) {
    /** Minimum number of tuples per timed one, unless every tuple is timed. */
    private static final int MIN_TUPLES_PER_TIMED = 128;

    /**
     * Returns how many tuples there are per timed one. Storm samples counts and times alike, one of
     * 20 by default. Counts are exact here, so sampling saves only clock readings; all tuples are
     * timed only if the configuration requests that.
     */
    private static int sampleEvery(int configured) {
        return configured <= 1 ? 1 : Math.max(configured, MIN_TUPLES_PER_TIMED);
    }

    /** Parses a component's configuration. */
    public static ExecutorSettings parse(TopologyPlan plan, ComponentPlan component) {
        Map<String, Object> conf = component.conf();
        String where = "topology '" + plan.name() + "' component '" + component.componentId() + "'";
        boolean spout = component.kind() == ComponentPlan.Kind.SPOUT;
        boolean timeouts = Boolean.TRUE.equals(conf.get(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS));
        SpoutWait spoutWait = SpoutWait.parse(conf, where);
        int receiveBuffer =
                ObjectReader.getInt(
                        conf.get(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE), Integer.MAX_VALUE);
        return new ExecutorSettings(
                StormCommon.hasAckers(conf),
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_MAX_SPOUT_PENDING), 0),
                spout && timeouts
                        ? ObjectReader.getInt(conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS), 30)
                        : 0,
                spout || !component.isUserDefined()
                        ? 0
                        : ObjectReader.getInt(conf.get(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS), 0),
                Math.min(
                        receiveBuffer,
                        ConfigKeys.intValue(ConfigKeys.MAILBOX_CAPACITY, conf, 0, where)),
                HeapShares.mailbox(plan.taskToComponent().size()), // fixed while the topology runs
                sampleEvery(ConfigUtils.samplingRate(conf)),
                ConfigKeys.booleanValue(ConfigKeys.DEDICATED, conf, where)
                        || (spout && spoutWait.custom() != null),
                !Boolean.FALSE.equals(conf.get(ConfigKeys.DEDICATED.name())),
                ObjectReader.getBoolean(conf.get(Config.TOPOLOGY_DEBUG), false),
                Boolean.TRUE.equals(conf.get(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE)),
                StormCommon.hasEventLoggers(conf),
                spoutWait);
    }
}
