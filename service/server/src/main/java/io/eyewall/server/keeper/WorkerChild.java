package io.eyewall.server.keeper;

/**
 * A worker that this server has started, in a process of its own or inside the server. Any thread
 * may call.
 */
interface WorkerChild {
    /** Returns the id of its process. */
    long pid();

    boolean isAlive();

    /**
     * Returns the exit code of a worker that has ended; see {@link
     * io.eyewall.server.worker.WorkerExit}.
     */
    int exitValue();

    /** Ends the worker by force, as far as that is possible. */
    void destroyForcibly();

    /** Called when the server ends. */
    void onServerEnds();

    /** A worker in a process of its own, which continues when the server ends. */
    record OfProcess(Process process) implements WorkerChild {
        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public int exitValue() {
            return process.exitValue();
        }

        @Override
        public void destroyForcibly() {
            process.destroyForcibly();
        }

        @Override
        public void onServerEnds() {
            // the process continues
        }
    }
}
