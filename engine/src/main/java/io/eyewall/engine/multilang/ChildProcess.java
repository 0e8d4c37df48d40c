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
 * A child process that does not outlive us, with the processes that it has started: whoever is done
 * with it ends it, and the end of this JVM ends all that are left (only {@code kill -9} of the JVM
 * can't be followed by that). Any thread may call.
 */
final class ChildProcess {
    private static final long GRACE_SECS = 5;

    /** While the JVM ends, which has to wait. */
    private static final long GRACE_AT_EXIT_SECS = 2;

    /** Added and removed under the lock of the class. */
    private static final Set<ChildProcess> LIVING = ConcurrentHashMap.newKeySet();

    /** Registered while a child lives. */
    private static final ExitHook AT_EXIT =
            new ExitHook("eyewall-shell-children-end", ChildProcess::endAll);

    private final ProcessHandle process;
    private final ChildPipes pipes;
    private final Runnable onExit;

    /**
     * @param onExit called before the end of this JVM ends the process
     */
    ChildProcess(ProcessHandle process, Runnable onExit) {
        this.process = process;
        this.pipes = ChildPipes.of(process);
        this.onExit = onExit;
        add(this);
        var unused = process.onExit().thenRunAsync(this::forgetUnlessOutlived);
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

    /** Itself and those that it has started, also if it has ended meanwhile. */
    private List<ProcessHandle> family() {
        Stream<ProcessHandle> kin = Stream.concat(process.descendants(), Stream.of(process));
        return Stream.concat(kin, pipes.holders().stream()).distinct().toList();
    }

    private void forgetUnlessOutlived() {
        if (pipes.holders().isEmpty()) {
            remove(this);
        }
    }

    /** Kills it and its own children; does not wait. */
    void kill() {
        family().forEach(ProcessHandle::destroyForcibly);
    }

    /** Asks it and its own children to end, kills who lives some seconds later; does not wait. */
    void end() {
        List<ProcessHandle> family = family();
        ask(family);
        CompletableFuture<Void> over = allGone(family);
        ScheduledFuture<?> late =
                ChildTimer.TIMER.schedule(() -> over.complete(null), GRACE_SECS, TimeUnit.SECONDS);
        var unused =
                over.whenComplete(
                        (gone, failed) -> {
                            late.cancel(false);
                            family.forEach(ProcessHandle::destroyForcibly);
                            kill(); // also who came later
                            remove(this);
                        });
    }

    private static void ask(List<ProcessHandle> family) {
        family.forEach(ProcessHandle::destroy);
    }

    private static CompletableFuture<Void> allGone(List<ProcessHandle> family) {
        return CompletableFuture.allOf(
                family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    }

    /** By a shutdown hook. */
    private static void endAll() {
        List<ChildProcess> children = List.copyOf(LIVING);
        children.forEach(child -> child.onExit.run());
        List<ProcessHandle> all =
                children.stream().flatMap(child -> child.family().stream()).toList();
        ask(all);
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
