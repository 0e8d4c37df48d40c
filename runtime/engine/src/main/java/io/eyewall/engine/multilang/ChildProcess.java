package io.eyewall.engine.multilang;

import io.eyewall.engine.thread.ExitHook;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A child process, with the processes that it has started, that does not outlive this JVM: {@link
 * #end} ends it when it is no longer used, and a shutdown hook ends all that are left (except after
 * {@code kill -9} of the JVM). Any thread may call.
 */
final class ChildProcess {
    /** Time that a process gets to end itself before it is killed. */
    private static final long GRACE_SECS = 5;

    /** The same time at the end of the JVM; shorter, because the JVM waits for it. */
    private static final long GRACE_AT_EXIT_SECS = 2;

    /** The children that have not ended. Changed only with the lock of the class held. */
    private static final Set<ChildProcess> LIVING = ConcurrentHashMap.newKeySet();

    /** Registered while a child is alive. */
    private static final ExitHook AT_EXIT =
            new ExitHook("eyewall-shell-children-end", ChildProcess::endAll);

    private final ProcessHandle process;
    private final ChildPipes pipes;
    private final Runnable onExit;

    /**
     * Creates a child and registers it with the shutdown hook.
     *
     * @param onExit called before the shutdown hook ends the process
     */
    ChildProcess(ProcessHandle process, Runnable onExit) {
        this.process = process;
        this.pipes = ChildPipes.ofProcess(process);
        this.onExit = onExit;
        add(this);
        var unused = process.onExit().thenRunAsync(this::removeUnlessOutlived);
        // Checked after the child was added: endAll either sees the child, or has begun already.
        if (AT_EXIT.isExiting()) {
            kill();
        }
    }

    private static synchronized void add(ChildProcess child) {
        LIVING.add(child);
        AT_EXIT.register();
    }

    private static synchronized void remove(ChildProcess child) {
        if (LIVING.remove(child) && LIVING.isEmpty()) {
            AT_EXIT.unregister();
        }
    }

    ProcessHandle handle() {
        return process;
    }

    /**
     * Returns the process and those that it has started. Finds the latter even after the process
     * has ended.
     */
    private List<ProcessHandle> processTree() {
        Stream<ProcessHandle> descendants =
                Stream.concat(process.descendants(), Stream.of(process));
        return Stream.concat(descendants, pipes.holders().stream()).distinct().toList();
    }

    private void removeUnlessOutlived() {
        if (pipes.holders().isEmpty()) {
            remove(this);
        }
    }

    /** Kills the process and those that it has started; does not wait. */
    void kill() {
        processTree().forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Asks the process and those that it has started to end, and kills the ones that are left after
     * some seconds; does not wait.
     */
    void end() {
        List<ProcessHandle> processTree = processTree();
        requestEnd(processTree);
        CompletableFuture<Void> allEnded = whenAllEnded(processTree);
        ScheduledFuture<?> limit =
                ChildTimer.TIMER.schedule(
                        () -> allEnded.complete(null), GRACE_SECS, TimeUnit.SECONDS);
        var unused =
                allEnded.whenComplete(
                        (gone, failed) -> {
                            limit.cancel(false);
                            processTree.forEach(ProcessHandle::destroyForcibly);
                            kill(); // also processes that were started meanwhile
                            remove(this);
                        });
    }

    private static void requestEnd(List<ProcessHandle> processTree) {
        processTree.forEach(ProcessHandle::destroy);
    }

    private static CompletableFuture<Void> whenAllEnded(List<ProcessHandle> processTree) {
        return CompletableFuture.allOf(
                processTree.stream()
                        .map(ProcessHandle::onExit)
                        .toArray(CompletableFuture<?>[]::new));
    }

    /** Ends all children. Called by a shutdown hook. */
    private static void endAll() {
        List<ChildProcess> children = List.copyOf(LIVING);
        children.forEach(child -> child.onExit.run());
        List<ProcessHandle> all =
                children.stream().flatMap(child -> child.processTree().stream()).toList();
        requestEnd(all);
        try {
            whenAllEnded(all)
                    .orTimeout(GRACE_AT_EXIT_SECS, TimeUnit.SECONDS)
                    .exceptionally(timeout -> null)
                    .join();
        } finally {
            all.forEach(ProcessHandle::destroyForcibly);
            LIVING.forEach(ChildProcess::kill);
        }
    }
}
