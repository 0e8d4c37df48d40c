package io.eyewall.engine.thread;

import org.jspecify.annotations.Nullable;

/**
 * A shutdown hook that is registered only while there is something to do at the end of the process,
 * because the JVM keeps a registered hook and with it the class loaders of its code. Any thread may
 * call its methods.
 */
public final class ExitHook {
    private final String name;
    private final Runnable action;

    /** The hook's thread; null while it is not registered. Guarded by this. */
    private @Nullable Thread registered;

    private volatile boolean exiting;

    /**
     * @param name name of the thread that runs the action
     * @param action what to do at the end of the process; {@link #isExiting} is true by then
     */
    public ExitHook(String name, Runnable action) {
        this.name = name;
        this.action = action;
    }

    /**
     * Registers the hook, unless it is registered already or the process is ending; {@link
     * #isExiting} then returns true.
     */
    public synchronized void register() {
        if (registered != null || exiting) {
            return;
        }
        Thread hook = new Thread(this::run, name);
        hook.setContextClassLoader(null); // otherwise it would keep an application's class loader
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            registered = hook;
        } catch (IllegalStateException e) {
            exiting = true;
        }
    }

    /** Unregisters the hook, unless it is already running. */
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

    /**
     * Returns whether the process was found to be ending: the action has begun, or can't be
     * registered any more.
     */
    public boolean isExiting() {
        return exiting;
    }

    private void run() {
        exiting = true;
        action.run();
    }
}
