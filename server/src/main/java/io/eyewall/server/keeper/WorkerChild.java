package io.eyewall.server.keeper;

/** A process, started by this server, that runs a topology. Any thread. */
interface WorkerChild {
    /** Number of its process. */
    long pid();

    boolean isAlive();

    /** As of a process that has ended; see {@link io.eyewall.server.worker.WorkerExit}. */
    int exitValue();

    /** Ends it without asking, as far as that is possible. */
    void destroyForcibly();

    /** The server ends. */
    void onServerEnds();

    /** A process of its own, which goes on when the server ends. */
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
            // it goes on
        }
    }
}
