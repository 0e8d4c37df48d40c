package io.eyewall.benchmarks.allocation;

import com.sun.management.ThreadMXBean;
import io.eyewall.benchmarks.EmitToExecute;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.SteppedEngine;
import io.eyewall.engine.SubmitSettings;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Prints how many bytes the engine allocates per tuple, from a spout's emit to a bolt's execute and
 * ack: a line {@code <case>=<bytes>} each. Meant for a JVM that only interprets ({@code -Xint}) and
 * an engine that is stepped by one thread at a time that stands still: then there is nothing left
 * that differs from run to run.
 */
public final class AllocationProbe {
    private static final int WARMUP_STEPS = 200;
    private static final int STEPS = 500;

    private AllocationProbe() {}

    /** Probes all cases; no arguments. */
    public static void main(String[] args) throws Exception {
        for (boolean sameCore : new boolean[] {true, false}) {
            for (boolean acked : new boolean[] {false, true}) {
                String name = (sameCore ? "same-core" : "other-core") + (acked ? "-acked" : "");
                print(System.out, name, bytesPerTuple(new EmitToExecute(sameCore, acked)));
            }
        }
    }

    private static void print(PrintStream out, String name, double bytes) {
        out.printf(Locale.ROOT, "%s=%.1f%n", name, bytes);
    }

    private static double bytesPerTuple(EmitToExecute shape) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long threadId = Thread.currentThread().getId();
        try (SteppedEngine engine =
                new SteppedEngine(EngineSettings.from(shape.daemonConf()), new StandingClock())) {
            engine.submit(shape.plan(), SubmitSettings.of(shape.getClass().getClassLoader()));
            step(engine, WARMUP_STEPS);
            final long tuplesBefore = EmitToExecute.executed();
            final long bytesBefore = threads.getThreadAllocatedBytes(threadId);
            step(engine, STEPS);
            long bytes = threads.getThreadAllocatedBytes(threadId) - bytesBefore;
            long tuples = EmitToExecute.executed() - tuplesBefore;
            if (tuples < STEPS) {
                throw new IllegalStateException(
                        shape + ": only " + tuples + " tuples in " + STEPS + " steps");
            }
            return (double) bytes / tuples;
        }
    }

    private static void step(SteppedEngine engine, int steps) {
        for (int i = 0; i < steps; i++) {
            for (int core = 0; core < engine.coreCount(); core++) {
                engine.step(core);
            }
        }
    }
}
