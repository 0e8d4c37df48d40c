package io.eyewall.engine.core;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Computes the stack size of a core's thread. Executors that call each other directly share one
 * stack, while on Storm each has a thread of its own: so the stack is as large as all of theirs
 * together. Only the part that is used takes memory.
 */
public final class CoreStack {
    /** A thread's stack size by default, if the JVM does not report it. */
    private static final long FALLBACK_BYTES = 1 << 20;

    private CoreStack() {}

    /**
     * Returns the stack size in bytes.
     *
     * @param directDepth maximum number of executors in a chain of direct calls
     */
    public static long bytes(int directDepth) {
        return (directDepth + 1L) * defaultBytes(); // one more for the engine
    }

    /** Returns the size of a thread's stack by default, {@code -Xss}. */
    private static long defaultBytes() {
        HotSpotDiagnosticMXBean jvm =
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long kilobytes = 0;
        if (jvm != null) {
            kilobytes = Long.parseLong(jvm.getVMOption("ThreadStackSize").getValue());
        }
        return kilobytes > 0 ? kilobytes << 10 : FALLBACK_BYTES;
    }
}
