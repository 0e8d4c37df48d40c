package io.eyewall.nativetask.worker;

/**
 * The identity of a worker.
 *
 * @param node the supervisor's id
 * @param workerId what Storm calls the process
 */
record WorkerPlace(String topologyId, String node, int supervisorPort, int port, String workerId) {

    /** The arguments of a worker's main class. */
    static WorkerPlace of(String[] arguments) {
        return new WorkerPlace(
                arguments[0],
                arguments[1],
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]),
                arguments[4]);
    }
}
