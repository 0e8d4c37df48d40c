package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A thread's claim to drive a core. Its ticket counts the passages between the engine and user code
 * made by the thread: even in the engine, odd in user code, so that the watcher can see how long
 * one call lasts.
 *
 * <p>The passage back into the engine is one half of a Dekker handshake with {@link Watcher}: the
 * thread stores its ticket, then loads who drives the core; the watcher stores that nobody drives
 * it, then loads the ticket. One of the two always sees the other, provided that neither store is
 * delayed past its load. The thread can't pay for a full fence on every call, so the watcher pays
 * for both sides: it asks the JVM for the thread's stack trace, which brings the thread to a
 * safepoint and so orders its store and load around the watcher's.
 */
public final class Driver extends Padded {
    private static final VarHandle TICKET;

    static {
        try {
            TICKET = MethodHandles.lookup().findVarHandle(Driver.class, "ticket", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    private volatile long nativeId = -1;

    @SuppressWarnings("unused") // through TICKET
    private long ticket;

    Driver(Thread thread) {
        this.thread = thread;
    }

    /** The thread that drives. */
    public Thread thread() {
        return thread;
    }

    /** The thread itself, when it starts: makes known who it is to the kernel. */
    void identify() {
        nativeId = ThreadProbe.ownNativeId();
    }

    /** Whether the thread waits for something other than a processor. Any thread. */
    boolean isWaiting() {
        return ThreadProbe.isWaiting(thread, nativeId);
    }

    /** The thread goes into user code. hot path: EmitToExecuteBenchmark */
    public void toUser() {
        TICKET.setOpaque(this, (long) TICKET.getOpaque(this) + 1);
    }

    /**
     * The thread comes back from user code.
     *
     * @return whether it still drives the core; if not, it must not touch anything of the core's
     *     and go the way of a foreign thread. hot path: EmitToExecuteBenchmark
     */
    public boolean toEngine(Core core) {
        TICKET.setOpaque(this, (long) TICKET.getOpaque(this) + 1);
        return core.driver() == this;
    }

    /** For the watcher: the ticket as last seen. */
    long ticket() {
        return (long) TICKET.getOpaque(this);
    }
}
