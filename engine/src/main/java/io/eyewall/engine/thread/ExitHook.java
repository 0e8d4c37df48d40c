package io.eyewall.engine.thread;

import org.jspecify.annotations.Nullable;

/**
 * A shutdown hook that is registered only while there is something to do at the end of the process:
 * the JVM keeps a hook, and with it the class loaders of its code. Any thread.
 */
public final class ExitHook {
    private final String name;
    private final Runnable action;

    /** Null while it is not registered. Guarded by this. */
    private @Nullable Thread registered;

    private volatile boolean exiting;

    /**
     * @param name of the thread that runs it
     * @param action what it does; {@link #isExiting} is true by then
     */
    public ExitHook(String name, Runnable action) {
        this.name = name;
        this.action = action;
    }

    /** Registers it, unless it is or the process is ending, which {@link #isExiting} tells then. */
    public synchronized void register() {
        if (registered != null || exiting) {
            return;
        }
        Thread hook = new Thread(this::run, name);
        hook.setContextClassLoader(null); // else it would hold an application
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            registered = hook;
        } catch (IllegalStateException e) {
            exiting = true;
        }
    }

    /** Takes it back, unless it runs by now. */
    public synchronized void unregister() {
        Thread hook = registered;
        if (hook == null) {
            return;
        }
        registered = null;
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            exiting = true;
        }
    }

    /** Whether the process was found to be ending: the action has begun, or comes too late. */
    public boolean isExiting() {
        return exiting;
    }

    private void run() {
        exiting = true;
        action.run();
    }
}
