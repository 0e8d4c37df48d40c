package io.eyewall.engine.executor;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Calls from the hot path that the JIT compiler makes no part of it, however often it sees them.
 *
 * <p>Of all tuples few are timed, and of those on a crowded machine one now and then takes long,
 * for its thread lost the processor. To the compiler that is a branch that was never taken: when it
 * is, all of the compiled piece that it is in is thrown away. Compiled anew, it is in pieces, since
 * by then each of its methods has been compiled for itself, and is too big to be inlined (decision
 * 118).
 */
final class OutOfLine {
    // Not final: the compiler does not know what they call, and can't inline it.
    private static MethodHandle startSample;
    private static MethodHandle endSampleHere;

    static {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            startSample =
                    lookup.findVirtual(
                            BoltExecutor.class,
                            "startSample",
                            MethodType.methodType(int.class, InputStats.class, long.class));
            endSampleHere =
                    lookup.findVirtual(
                            BoltExecutor.class,
                            "endSampleHere",
                            MethodType.methodType(
                                    long.class, BoltTask.class, boolean.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private OutOfLine() {}

    /** {@link BoltExecutor#startSample}. */
    static int startSample(BoltExecutor executor, InputStats input, long calls) {
        try {
            return (int) startSample.invokeExact(executor, input, calls);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** {@link BoltExecutor#endSampleHere}. */
    static long endSampleHere(BoltExecutor executor, BoltTask task, boolean direct, long calls) {
        try {
            return (long) endSampleHere.invokeExact(executor, task, direct, calls);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static RuntimeException unchecked(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
}
