package io.eyewall.server.worker;

/** The exit codes of a worker's process. */
public final class WorkerExit {
    /** The topology was killed and is over. */
    public static final int KILLED = 0;

    /** The topology can't be started; the reason is in its folder. */
    public static final int NOT_STARTED = 1;

    /** The topology failed, or the heap was too small (the JVM's own exit code in that case). */
    public static final int FAILED = 3;

    /** An unexpected error ended the process; it is in the log. */
    public static final int BROKEN = 70;

    /** Another process runs the topology. */
    public static final int NOT_ALONE = 75;

    private WorkerExit() {}
}
