package io.eyewall.engine.core;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * How large the stack of a core's thread is. Executors that call each other directly share it,
 * while on Storm each has a thread of its own: so it is as large as all of theirs together. Only
 * what is used of it takes memory.
 */
public final class CoreStack {
    private static final long USUAL_BYTES = 1 << 20;

    private CoreStack() {}

    /**
     * The size in bytes.
     *
     * @param directDepth executors that may call each other directly, one inside the other
     */
    public static long bytes(int directDepth) {
        return (directDepth + 1L) * usualBytes(); // one for the engine
    }

    /** What a thread has that asks for nothing else, {@code -Xss}. */
    private static long usualBytes() {
        HotSpotDiagnosticMXBean jvm =
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long kilobytes = 0;
        if (jvm != null) {
            kilobytes = Long.parseLong(jvm.getVMOption("ThreadStackSize").getValue());
        }
        return kilobytes > 0 ? kilobytes << 10 : USUAL_BYTES;
    }
}
