package io.eyewall.nativetask.worker;

/**
 * The identity of a worker.
 *
 * @param topologyId the topology's id
 * @param node the supervisor's id
 * @param supervisorPort the supervisor's Thrift port
 * @param port the worker's port
 * @param workerId Storm's id of the worker process
 */
record WorkerPlace(String topologyId, String node, int supervisorPort, int port, String workerId) {

    /** Parses the arguments of a worker's main class. */
    static WorkerPlace parse(String[] arguments) {
        return new WorkerPlace(
                arguments[0],
                arguments[1],
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]),
                arguments[4]);
    }
}
