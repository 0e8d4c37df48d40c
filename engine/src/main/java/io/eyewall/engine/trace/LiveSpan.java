package io.eyewall.engine.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A traced tuple at its task, or a traced message at its spout. Who executes the tuple calls {@link
 * #begin} and {@link #end}; any thread may call the rest. Nothing here waits.
 */
public final class LiveSpan {
    static final int OWN_BYTES = 300;

    private final LiveTrace trace;
    private final @Nullable LiveSpan parent;
    private final @Nullable LiveEmit broughtBy;
    private final List<LiveSpan> links;
    private final String component;
    private final int task;
    private final AtomicReference<@Nullable LiveEmit> lastEmit = new AtomicReference<>();
    private final AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    private volatile Execution execution = Execution.NONE;

    /** The span of the trace before this one. */
    @Nullable LiveSpan previous;

    /** Within its trace, from 0. */
    int number;

    /** An execute; what has not begun or ended has {@link Long#MIN_VALUE} as its time. */
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
            @Nullable LiveEmit broughtBy,
            List<LiveSpan> links,
            String component,
            int task) {
        this.trace = trace;
        this.parent = parent;
        this.broughtBy = broughtBy;
        this.links = links;
        this.component = component;
        this.task = task;
    }

    public LiveTrace trace() {
        return trace;
    }

    /** As others name it. */
    public TraceLink link() {
        return new TraceLink(trace.id(), id());
    }

    private String id() {
        return trace.spanId(number);
    }

    /**
     * The execute of the tuple begins.
     *
     * @param core where
     * @param executor first and last task, as {@code [3 4]}
     */
    public void begin(int core, String executor) {
        String thread = Thread.currentThread().getName();
        execution = new Execution(core, executor, thread, trace.nowNs(), Long.MIN_VALUE, null);
    }

    /**
     * The execute has ended.
     *
     * @param thrown by it, or null
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

    /** The bolt has said what becomes of the tuple; only the first word counts. */
    public void answered(TraceAnswer how) {
        if (answer.get() == null) {
            answer.compareAndSet(null, new Answer(how, trace.nowNs()));
        }
    }

    /**
     * Something is emitted within its execute, or anchored to it.
     *
     * @param stream on which
     * @param values as text
     * @param tasks who gets it
     * @param joined the trace that shows what follows, if not this one; else null
     * @return null if there is no room for more; the trace has counted it then
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
     * A tuple of one of its emits is about to be delivered.
     *
     * @param links what it is anchored to besides
     * @return its span; null if there is no room for more: the trace has counted it then
     */
    public @Nullable LiveSpan child(
            LiveEmit emit, List<LiveSpan> links, String component, int task) {
        LiveSpan child = new LiveSpan(trace, this, emit, links, component, task);
        return trace.add(child) ? child : null;
    }

    TraceSpan image() {
        Execution run = execution;
        Answer said = answer.get();
        return new TraceSpan(
                number,
                id(),
                parent == null ? -1 : parent.number,
                broughtBy == null ? -1 : broughtBy.number,
                links.stream().map(LiveSpan::link).toList(),
                component,
                task,
                run.core,
                run.executor,
                run.thread,
                broughtBy == null ? 0 : trace.since(broughtBy.atNs),
                time(run.startNs),
                time(run.endNs),
                said == null ? TraceAnswer.NONE : said.answer,
                said == null ? TraceSpan.NEVER : trace.since(said.atNs),
                run.exception,
                emits());
    }

    private long time(long ns) {
        return ns == Long.MIN_VALUE ? TraceSpan.NEVER : trace.since(ns);
    }

    private List<TraceEmit> emits() {
        List<TraceEmit> emits = new ArrayList<>();
        for (LiveEmit emit = lastEmit.get(); emit != null; emit = emit.previous) {
            emits.add(emit.image(trace));
        }
        Collections.reverse(emits);
        return List.copyOf(emits);
    }
}
