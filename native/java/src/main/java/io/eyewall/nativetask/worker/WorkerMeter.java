package io.eyewall.nativetask.worker;

import java.util.List;
import java.util.Set;
import org.apache.storm.Config;
import org.slf4j.LoggerFactory;

/** Receives the processor time and traffic of a native worker's tasks. */
interface WorkerMeter {
    /** Ignores everything. */
    WorkerMeter NONE =
            new WorkerMeter() {
                @Override
                public boolean isOn() {
                    return false;
                }

                @Override
                public void start(long pid) {
                    // nothing to do
                }

                @Override
                public void onLine(List<String> words) {
                    // nothing to do
                }

                @Override
                public void close() {
                    // nothing to do
                }
            };

    /**
     * Returns a meter that feeds Eyewall's load monitor, if the cluster has it ({@code eyewall
     * cluster install}); otherwise {@link #NONE}.
     */
    static WorkerMeter create(
            SystemTopology topology, WorkerPlace place, Set<List<Long>> executors) {
        if (topology.conf().get(Config.TOPOLOGY_AUTO_TASK_HOOKS) instanceof List<?> hooks
                && hooks.contains("io.eyewall.plugin.monitor.LoadHook")) {
            try {
                return new WorkerLoadMeter(topology, place, executors);
            } catch (LinkageError e) {
                LoggerFactory.getLogger(WorkerMeter.class)
                        .warn(
                                "cannot report load: the cluster's load monitor has another version",
                                e);
            }
        }
        return NONE;
    }

    /** Returns whether the worker should count. */
    boolean isOn();

    /**
     * Starts reporting; called when the worker's program runs.
     *
     * @param pid the program's process id
     */
    void start(long pid);

    /** Receives one line of counts, which are those of one second. */
    void onLine(List<String> words);

    /** Stops reporting; called when the worker ends. */
    void close();
}
