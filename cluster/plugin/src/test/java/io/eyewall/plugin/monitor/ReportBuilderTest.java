package io.eyewall.plugin.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.plugin.wire.LoadReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

class ReportBuilderTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final WorkerIdentity worker = new WorkerIdentity("t", "n", "h", 6700, "run", 1);
    private final List<TaskMeter> tasks = new ArrayList<>();
    private long threadNs;
    private long idleNs;
    private long processNs;
    private long hostNs = 77;
    private long nowNs;

    private final ProcessorTimes processors =
            new ProcessorTimes() {
                @Override
                public long threadNs(Thread thread) {
                    return threadNs;
                }

                @Override
                public long processNs() {
                    return processNs;
                }

                @Override
                public long hostNs() {
                    return hostNs;
                }

                @Override
                public int hostProcessors() {
                    return 4;
                }
            };

    private final ReportBuilder builder =
            new ReportBuilder(worker, processors, thread -> idleNs, nowNs);

    private TaskMeter task(int task, ExecutorMeter executor) {
        executor.addTask(task);
        TaskMeter meter = new TaskMeter(task, false, true, executor, () -> null);
        tasks.add(meter);
        return meter;
    }

    private LoadReport window(int seconds) {
        nowNs += seconds * SECOND_NS;
        return builder.closeWindow(tasks, nowNs, 5);
    }

    @Test
    void tellsProcessorTimeWithoutWaiting() {
        TaskMeter meter = task(1, new ExecutorMeter("b"));
        meter.onExecute();
        threadNs = 10 * SECOND_NS;
        idleNs = 4 * SECOND_NS;
        processNs = 20 * SECOND_NS;
        hostNs += 30 * SECOND_NS;
        LoadReport report = window(10);
        assertThat(report.executors().get(0).cores()).isCloseTo(0.6, within(1e-9));
        assertThat(report.executors().get(0).tuples()).isOne();
        assertThat(report.processCores()).isCloseTo(2, within(1e-9));
        assertThat(report.hostCores()).isCloseTo(3, within(1e-9));
        assertThat(report.windowSec()).isCloseTo(10, within(1e-9));

        threadNs += SECOND_NS;
        idleNs += 2 * SECOND_NS; // overestimated: no negative load
        assertThat(window(10).executors().get(0).cores()).isZero();
        threadNs += 3 * SECOND_NS; // and it is made good
        assertThat(window(10).executors().get(0).cores()).isCloseTo(0.2, within(1e-9));
        threadNs = -1; // ended
        assertThat(window(10).executors().get(0).cores()).isZero();
    }

    @Test
    void findsTheThreadOfAnExecutorThatNeverCalled() throws Exception {
        ExecutorMeter executor = new ExecutorMeter("never-called");
        task(8, executor);
        task(9, executor);
        CountDownLatch end = new CountDownLatch(1);
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                end.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "Thread-7-never-called-executor[8, 9]");
        thread.setDaemon(true);
        thread.start();
        threadNs = 5 * SECOND_NS;
        assertThat(window(10).executors().get(0).cores()).isCloseTo(0.5, within(1e-9));
        end.countDown();
        thread.join();
    }

    @Test
    void anEmitByAnotherThreadCountsToo() throws Exception {
        TaskMeter meter = task(1, new ExecutorMeter("b"));
        meter.onExecute(); // this is the executor's thread
        Thread other = new Thread(() -> meter.onEmit("default", new Values(1), List.of(2)));
        other.start();
        other.join();
        meter.onEmit("default", new Values(1), List.of(2));
        meter.onEmit("__ack_ack", new Values(1), List.of(3));
        assertThat(window(10).traffic())
                .extracting(LoadReport.TaskTraffic::tuples)
                .containsExactly(2L, 1L);
    }

    @Test
    void leavesOutTheLightestWhereThereIsNoRoom() {
        TaskMeter meter = task(1, new ExecutorMeter("b"));
        meter.onExecute();
        int receivers = LoadReport.MAX_PAIRS + 10;
        for (int to = 1; to <= receivers; to++) {
            meter.onEmit("default", new Values(1), List.of(to));
        }
        meter.onEmit("default", new Values(1), List.of(receivers));
        LoadReport report = window(10);
        assertThat(report.pairsLeftOut()).isEqualTo(10);
        assertThat(report.traffic()).hasSize(LoadReport.MAX_PAIRS);
        assertThat(report.traffic().get(0).to()).isEqualTo(receivers);
        assertThat(report.toJson().length()).isLessThan(LoadReport.MAX_CHARS);
        assertThat(LoadReport.fromJson(report.toJson())).isEqualTo(report);
    }

    @Test
    void theSupervisorsIdIsTheSecondArgumentOfAWorker() {
        String main = "org.apache.storm.daemon.worker.Worker";
        assertThat(WorkerIdentity.parseNode(main + " t-1-1 sup-id 6628 6700 w", "t-1-1", "h"))
                .isEqualTo("sup-id");
        assertThat(WorkerIdentity.parseNode(main + " u-1-1 sup-id 6628 6700 w", "t-1-1", "h"))
                .isEqualTo("h");
        String smooth = "io.eyewall.plugin.worker.SmoothWorker";
        assertThat(WorkerIdentity.parseNode(smooth + " t-1-1 sup-id 6628 6700 w", "t-1-1", "h"))
                .as("a worker that the plug-in has started")
                .isEqualTo("sup-id");
        assertThat(WorkerIdentity.parseNode("some.Test", "t-1-1", "h")).isEqualTo("h");
        assertThat(WorkerIdentity.parseNode("", "t-1-1", "h")).isEqualTo("h");
    }

    @Test
    void readsTheProcessorsOfThisHost() {
        JvmProcessorTimes here = new JvmProcessorTimes();
        assertThat(here.hostProcessors()).isPositive();
        assertThat(here.processNs()).isPositive();
        assertThat(here.threadNs(Thread.currentThread())).isPositive();
        JvmProcessorTimes elsewhere = new JvmProcessorTimes(java.nio.file.Path.of("/none"));
        assertThat(elsewhere.hostNs()).isEqualTo(-1);
        assertThat(elsewhere.hostProcessors()).isPositive();
    }
}
