package io.eyewall.server.keeper;

import io.eyewall.control.ControlFolder;
import io.eyewall.local.launch.StormClassLoader;
import io.eyewall.server.store.Launch;
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
 * log: a thread belongs to the topology whose thread created it. It ends with the server.
 */
final class InProcessWorker implements WorkerChild {
    private static final Logger LOG = LoggerFactory.getLogger(InProcessWorker.class);
    private static final String WORKER = "io.eyewall.server.worker.Worker";
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final long END_LIMIT_MS = 15_000;
    private static final long LEFT_LIMIT_MS = 2_000;

    private final TopologyFolder folder;
    private final Thread thread;
    private volatile int exitValue = WorkerExit.BROKEN;

    private InProcessWorker(TopologyFolder folder, String name, ThreadGroup group) {
        this.folder = folder;
        this.thread = new Thread(group, this::run, "eyewall-guest-" + name);
        thread.setDaemon(true);
    }

    /** Starts a worker. */
    static InProcessWorker start(TopologyFolder folder, String id, Launch launch) {
        ThreadGroup group = new ThreadGroup("topology " + id);
        InProcessWorker worker = new InProcessWorker(folder, id, group);
        InProcessOutput.add(group, launch);
        SharedProperties.add(group);
        folder.setRunHere(true);
        boolean started = false;
        try {
            worker.thread.start();
            started = true;
            return worker;
        } finally {
            if (!started) { // no memory for another thread
                folder.setRunHere(false);
                InProcessOutput.remove(group);
                SharedProperties.remove(group);
            }
        }
    }

    private void run() {
        try {
            SoftClassCaches.forget(); // classes of the previous worker
            long number = ControlFolder.guest(pid(), STARTED.incrementAndGet());
            StormClassLoader loader = StormClassLoader.overClassPath();
            thread.setContextClassLoader(loader);
            Object code =
                    Class.forName(WORKER, true, loader)
                            .getMethod("runAsGuest", String.class, long.class)
                            .invoke(null, folder.toString(), number);
            exitValue = (Integer) code;
        } catch (InvocationTargetException e) {
            LOG.error("topology {} can't be run", folder, e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            LOG.error("topology {} can't be run", folder, e);
        } finally {
            thread.setContextClassLoader(null);
            try {
                InProcessOutput.remove(thread.getThreadGroup());
                SharedProperties.remove(thread.getThreadGroup());
                SoftClassCaches.forget();
            } finally { // the above may fail for lack of memory
                folder.setRunHere(false);
            }
        }
        ThreadGroup group = thread.getThreadGroup();
        Thread reporter = // outside the group, whose output is discarded now
                new Thread(
                        group.getParent(),
                        () -> reportLeftThreads(group),
                        thread.getName() + "-left");
        reporter.setDaemon(true);
        reporter.start();
    }

    private static void reportLeftThreads(ThreadGroup group) {
        try {
            List<String> left = LeftThreads.after(group, LEFT_LIMIT_MS);
            if (!left.isEmpty()) {
                LOG.warn(
                        "{} is over, but threads of its code are left, which only the end of the"
                                + " server ends: {}",
                        group.getName(),
                        String.join(", ", left));
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
        return folder.isRunHere();
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
