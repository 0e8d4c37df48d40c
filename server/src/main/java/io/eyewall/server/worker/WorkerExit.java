package io.eyewall.server.worker;

/** With what a worker's process ends. */
public final class WorkerExit {
    /** Its topology was killed, and is over. */
    public static final int KILLED = 0;

    /** Its topology can't be started; the topology's folder says why. */
    public static final int NOT_STARTED = 1;

    /** Its topology failed, or the heap was too small (the JVM's own code for that). */
    public static final int FAILED = 3;

    /** Something that should not happen has ended it; its log says what. */
    public static final int BROKEN = 70;

    /** Another process runs the topology. */
    public static final int NOT_ALONE = 75;

    private WorkerExit() {}
}
