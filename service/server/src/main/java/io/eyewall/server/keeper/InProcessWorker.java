package io.eyewall.server.keeper;

import io.eyewall.control.ControlFolder;
import io.eyewall.local.launch.StormClassLoader;
import io.eyewall.server.store.LaunchParameters;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.worker.InProcessOutput;
import io.eyewall.server.worker.WorkerExit;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker inside the server's process. It loads its own copies of all classes, including Storm's
 * and Eyewall's, so that no static state is shared with the server or another topology (static
 * state of the JDK is shared: {@link SharedProperties}). The server controls it through a control
 * port of its own, like a worker in another process. Output of its threads goes to the topology's
 * log; threads that they create belong to the topology, too. The worker ends with the server.
 */
final class InProcessWorker implements WorkerChild {
    private static final Logger LOG = LoggerFactory.getLogger(InProcessWorker.class);
    private static final String WORKER_CLASS = "io.eyewall.server.worker.Worker";
    private static final AtomicInteger STARTED_WORKERS = new AtomicInteger();
    private static final long END_LIMIT_MS = 15_000;

    /** Threads that live longer than this after the worker's end are reported. */
    private static final long SURVIVOR_LIMIT_MS = 2_000;

    private final TopologyFolder folder;
    private final Thread thread;
    private volatile int exitValue = WorkerExit.BROKEN;

    private InProcessWorker(TopologyFolder folder, String name, ThreadGroup group) {
        this.folder = folder;
        this.thread = new Thread(group, this::run, "eyewall-guest-" + name);
        thread.setDaemon(true);
    }

    /** Starts a worker for the topology with this id. */
    static InProcessWorker start(TopologyFolder folder, String id, LaunchParameters launch) {
        ThreadGroup group = new ThreadGroup("topology " + id);
        InProcessWorker worker = new InProcessWorker(folder, id, group);
        InProcessOutput.redirect(group, launch);
        SharedProperties.startReporting(group);
        folder.setRunsInThisProcess(true);
        boolean started = false;
        try {
            worker.thread.start();
            started = true;
            return worker;
        } finally {
            if (!started) { // no memory for another thread
                folder.setRunsInThisProcess(false);
                InProcessOutput.endRedirection(group);
                SharedProperties.stopReporting(group);
            }
        }
    }

    private void run() {
        try {
            SoftClassCaches.purge(); // classes of the previous worker
            long socketNumber =
                    ControlFolder.additionalPortNumber(pid(), STARTED_WORKERS.incrementAndGet());
            StormClassLoader loader = StormClassLoader.overClassPath();
            thread.setContextClassLoader(loader);
            Object exitCode =
                    Class.forName(WORKER_CLASS, true, loader)
                            .getMethod("runInServer", String.class, long.class)
                            .invoke(null, folder.toString(), socketNumber);
            exitValue = (Integer) exitCode;
        } catch (InvocationTargetException e) {
            LOG.error("topology {} can't be run", folder, e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            LOG.error("topology {} can't be run", folder, e);
        } finally {
            thread.setContextClassLoader(null);
            try {
                InProcessOutput.endRedirection(thread.getThreadGroup());
                SharedProperties.stopReporting(thread.getThreadGroup());
                SoftClassCaches.purge();
            } finally { // also if the cleaning up fails for lack of memory
                folder.setRunsInThisProcess(false);
            }
        }
        ThreadGroup group = thread.getThreadGroup();
        Thread reporter = // outside the group, whose output is discarded now
                new Thread(
                        group.getParent(),
                        () -> reportSurvivors(group),
                        thread.getName() + "-left");
        reporter.setDaemon(true);
        reporter.start();
    }

    private static void reportSurvivors(ThreadGroup group) {
        try {
            List<String> survivors = SurvivingThreads.awaitAndDescribe(group, SURVIVOR_LIMIT_MS);
            if (!survivors.isEmpty()) {
                LOG.warn(
                        "{} is over, but threads of its code are left, which only the end of the"
                                + " server ends: {}",
                        group.getName(),
                        String.join(", ", survivors));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public long pid() {
        return ProcessHandle.current().pid();
    }

    @Override
    public boolean isAlive() {
        return folder.runsInThisProcess();
    }

    @Override
    public int exitValue() {
        return exitValue;
    }

    /** Interrupts the worker. It ends only when its topology's code returns. */
    @Override
    public void destroyForcibly() {
        thread.interrupt();
    }

    /** Ends the worker and waits for its end within a limit. */
    @Override
    public void onServerEnds() {
        thread.interrupt();
        try {
            thread.join(END_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
