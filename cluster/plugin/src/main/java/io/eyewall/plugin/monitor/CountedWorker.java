package io.eyewall.plugin.monitor;

import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reports the load of a worker whose tasks do not run in Storm's executors, so that no hook can
 * count their tuples. The worker provides its own counts as {@link CountedLoads}; the reports have
 * the same form as those of other workers.
 */
public final class CountedWorker implements AutoCloseable {
    private final ReportLoop loop;

    private CountedWorker(ReportLoop loop) {
        this.loop = loop;
    }

    /**
     * Starts reporting.
     *
     * @param conf the topology's configuration
     * @param topology the topology's id
     * @param node the supervisor's id
     * @param port the slot's port
     * @return empty if no generator is configured, which is logged
     */
    public static Optional<CountedWorker> start(
            Map<String, Object> conf, String topology, String node, int port, CountedLoads loads) {
        return MonitorSettings.of(conf)
                .map(
                        settings -> {
                            WorkerIdentity worker =
                                    new WorkerIdentity(
                                            topology,
                                            node,
                                            WorkerIdentity.hostName(conf),
                                            port,
                                            UUID.randomUUID().toString(),
                                            System.currentTimeMillis());
                            ReportLoop loop =
                                    new ReportLoop(
                                            worker,
                                            settings,
                                            () ->
                                                    reportSource(
                                                            worker,
                                                            new JvmProcessorTimes(),
                                                            loads));
                            loop.start();
                            return new CountedWorker(loop);
                        });
    }

    static ReportLoop.ReportSource reportSource(
            WorkerIdentity worker, ProcessorTimes processorTimes, CountedLoads loads) {
        ReportFrame frame =
                new ReportFrame(
                        worker, new WithOtherProcesses(processorTimes, loads), System.nanoTime());
        return (nowNs, nowMs) -> {
            double windowNs = frame.endWindow(nowNs);
            CountedLoads.Window window = loads.takeWindow();
            List<ExecutorUse> uses =
                    window.uses().stream()
                            .map(
                                    use ->
                                            new ExecutorUse(
                                                    use.component(),
                                                    use.firstTask(),
                                                    use.lastTask(),
                                                    use.usedNs() / windowNs,
                                                    use.tuples()))
                            .toList();
            List<TaskTraffic> sent =
                    window.sent().stream()
                            .map(
                                    each ->
                                            new TaskTraffic(
                                                    each.from(),
                                                    each.to(),
                                                    each.tuples(),
                                                    each.bytes()))
                            .toList();
            return frame.buildReport(nowMs, uses, sent);
        };
    }

    /** Stops reporting. Does not wait for a report that is being sent. */
    @Override
    public void close() {
        loop.close();
    }

    /** The processor time of this JVM and of the worker's other processes. */
    private record WithOtherProcesses(ProcessorTimes jvm, CountedLoads loads)
            implements ProcessorTimes {
        @Override
        public long threadNs(Thread thread) {
            return jvm.threadNs(thread);
        }

        @Override
        public long processNs() {
            return jvm.processNs() + loads.otherProcessesNs();
        }

        @Override
        public long hostNs() {
            return jvm.hostNs();
        }

        @Override
        public int hostProcessors() {
            return jvm.hostProcessors();
        }
    }
}
