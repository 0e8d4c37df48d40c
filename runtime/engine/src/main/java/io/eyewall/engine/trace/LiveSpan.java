package io.eyewall.engine.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A traced tuple at its task, or a traced message at its spout. The thread that executes the tuple
 * calls {@link #begin} and {@link #end}; any thread may call the other methods. No method blocks.
 */
public final class LiveSpan {
    /** Approximate size of a span without its emits. */
    static final int OWN_BYTES = 300;

    private final LiveTrace trace;
    private final @Nullable LiveSpan parent;
    private final @Nullable LiveEmit parentEmit;
    private final List<LiveSpan> links;
    private final String component;
    private final int task;
    private final AtomicReference<@Nullable LiveEmit> lastEmit = new AtomicReference<>();
    private final AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    private volatile Execution execution = Execution.NONE;

    /** The span that was added to the trace before this one. */
    @Nullable LiveSpan previous;

    /** Number within the trace, from 0. */
    int number;

    /** An execute. Times are {@link Long#MIN_VALUE} until the execute begins or ends. */
    private record Execution(
            int core,
            String executor,
            String thread,
            long startNs,
            long endNs,
            @Nullable String exception) {
        private static final Execution NONE =
                new Execution(-1, "", "", Long.MIN_VALUE, Long.MIN_VALUE, null);
    }

    private record Answer(TraceAnswer answer, long atNs) {}

    LiveSpan(
            LiveTrace trace,
            @Nullable LiveSpan parent,
            @Nullable LiveEmit parentEmit,
            List<LiveSpan> links,
            String component,
            int task) {
        this.trace = trace;
        this.parent = parent;
        this.parentEmit = parentEmit;
        this.links = links;
        this.component = component;
        this.task = task;
    }

    public LiveTrace trace() {
        return trace;
    }

    /** Returns the identity of this span, for links from other spans. */
    public TraceLink link() {
        return new TraceLink(trace.id(), id());
    }

    private String id() {
        return trace.spanId(number);
    }

    /**
     * Records that the execute of the tuple begins, on the calling thread.
     *
     * @param core index of the core
     * @param executor first and last task, as {@code [3 4]}
     */
    public void begin(int core, String executor) {
        String thread = Thread.currentThread().getName();
        execution = new Execution(core, executor, thread, trace.nowNs(), Long.MIN_VALUE, null);
    }

    /**
     * Records that the execute has ended.
     *
     * @param thrown the exception it threw, or null
     */
    public void end(@Nullable Throwable thrown) {
        Execution begun = execution;
        execution =
                new Execution(
                        begun.core,
                        begun.executor,
                        begun.thread,
                        begun.startNs,
                        trace.nowNs(),
                        thrown == null ? null : ValuePrint.of(thrown));
    }

    /** Records the bolt's answer for the tuple. Only the first answer counts. */
    public void recordAnswer(TraceAnswer given) {
        if (answer.get() == null) {
            answer.compareAndSet(null, new Answer(given, trace.nowNs()));
        }
    }

    /**
     * Records an emit within the execute, or anchored to the tuple.
     *
     * @param stream the stream
     * @param values the values as text
     * @param tasks the receiving tasks
     * @param joined the trace that shows what follows, if not this one; else null
     * @return null if the trace is full; the trace has counted the omission then
     */
    public @Nullable LiveEmit emit(
            String stream, String values, List<Integer> tasks, @Nullable LiveTrace joined) {
        LiveEmit emit = new LiveEmit(trace.nowNs(), stream, values, tasks, joined);
        if (!trace.reserveEmit(emit.bytes())) {
            return null;
        }
        LiveEmit last;
        do {
            last = lastEmit.get();
            emit.previous = last;
            emit.number = last == null ? 0 : last.number + 1;
        } while (!lastEmit.compareAndSet(last, emit));
        return emit;
    }

    /**
     * Adds a child span for a tuple of one of this span's emits, which is about to be delivered.
     *
     * @param links other spans that the tuple is anchored to
     * @return the child; null if the trace is full: the trace has counted the omission then
     */
    public @Nullable LiveSpan child(
            LiveEmit emit, List<LiveSpan> links, String component, int task) {
        LiveSpan child = new LiveSpan(trace, this, emit, links, component, task);
        return trace.add(child) ? child : null;
    }

    TraceSpan toTraceSpan() {
        Execution execute = execution;
        Answer given = answer.get();
        return new TraceSpan(
                number,
                id(),
                parent == null ? -1 : parent.number,
                parentEmit == null ? -1 : parentEmit.number,
                links.stream().map(LiveSpan::link).toList(),
                component,
                task,
                execute.core,
                execute.executor,
                execute.thread,
                parentEmit == null ? 0 : trace.since(parentEmit.atNs),
                sinceStart(execute.startNs),
                sinceStart(execute.endNs),
                given == null ? TraceAnswer.NONE : given.answer,
                given == null ? TraceSpan.NEVER : trace.since(given.atNs),
                execute.exception,
                emits());
    }

    private long sinceStart(long ns) {
        return ns == Long.MIN_VALUE ? TraceSpan.NEVER : trace.since(ns);
    }

    private List<TraceEmit> emits() {
        List<TraceEmit> emits = new ArrayList<>();
        for (LiveEmit emit = lastEmit.get(); emit != null; emit = emit.previous) {
            emits.add(emit.toTraceEmit(trace));
        }
        Collections.reverse(emits);
        return List.copyOf(emits);
    }
}
