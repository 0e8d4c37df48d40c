package io.eyewall.nativetask.worker;

import java.util.List;
import java.util.Set;
import org.apache.storm.Config;
import org.slf4j.LoggerFactory;

/** Receives the processor time and traffic of a native worker's tasks. */
interface WorkerMeter {
    /** Nobody. */
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
     * Eyewall's load monitor, where the cluster has it ({@code eyewall cluster install}); {@link
     * #NONE} elsewhere.
     */
    static WorkerMeter of(TopologyPicture picture, WorkerPlace place, Set<List<Long>> executors) {
        if (picture.conf().get(Config.TOPOLOGY_AUTO_TASK_HOOKS) instanceof List<?> hooks
                && hooks.contains("io.eyewall.plugin.monitor.LoadHook")) {
            try {
                return new LoadMeter(picture, place, executors);
            } catch (LinkageError e) {
                LoggerFactory.getLogger(WorkerMeter.class)
                        .warn(
                                "load is not reported: the cluster's monitor is of another version",
                                e);
            }
        }
        return NONE;
    }

    /** Whether the worker is to count. */
    boolean isOn();

    /**
     * The worker runs.
     *
     * @param pid of the program
     */
    void start(long pid);

    /** Receives the counts of one second; lines of other kinds are ignored. */
    void onLine(List<String> words);

    /** The worker ends. */
    void close();
}
