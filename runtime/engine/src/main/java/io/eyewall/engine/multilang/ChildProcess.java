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
    private static final long GRACE_SECS = 5;

    /** The grace period at the end of the JVM, which waits for it. */
    private static final long GRACE_AT_EXIT_SECS = 2;

    /** Added and removed under the lock of the class. */
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
        this.pipes = ChildPipes.of(process);
        this.onExit = onExit;
        add(this);
        var unused = process.onExit().thenRunAsync(this::removeUnlessOutlived);
        if (AT_EXIT.isExiting()) { // after the add: endAll either sees it or has begun before
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

    /** Returns the process and those that it has started, also after the process has ended. */
    private List<ProcessHandle> family() {
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
        family().forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Asks the process and those that it has started to end, and kills the ones that are left after
     * some seconds; does not wait.
     */
    void end() {
        List<ProcessHandle> family = family();
        requestEnd(family);
        CompletableFuture<Void> allEnded = allGone(family);
        ScheduledFuture<?> limit =
                ChildTimer.TIMER.schedule(
                        () -> allEnded.complete(null), GRACE_SECS, TimeUnit.SECONDS);
        var unused =
                allEnded.whenComplete(
                        (gone, failed) -> {
                            limit.cancel(false);
                            family.forEach(ProcessHandle::destroyForcibly);
                            kill(); // also processes that were started meanwhile
                            remove(this);
                        });
    }

    private static void requestEnd(List<ProcessHandle> family) {
        family.forEach(ProcessHandle::destroy);
    }

    private static CompletableFuture<Void> allGone(List<ProcessHandle> family) {
        return CompletableFuture.allOf(
                family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    }

    /** Ends all children. Called by a shutdown hook. */
    private static void endAll() {
        List<ChildProcess> children = List.copyOf(LIVING);
        children.forEach(child -> child.onExit.run());
        List<ProcessHandle> all =
                children.stream().flatMap(child -> child.family().stream()).toList();
        requestEnd(all);
        try {
            allGone(all)
                    .orTimeout(GRACE_AT_EXIT_SECS, TimeUnit.SECONDS)
                    .exceptionally(timeout -> null)
                    .join();
        } finally {
            all.forEach(ProcessHandle::destroyForcibly);
            LIVING.forEach(ChildProcess::kill);
        }
    }
}
