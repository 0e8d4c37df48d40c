package io.eyewall.server.worker;

import io.eyewall.local.launch.StormClassLoader;

/**
 * The main class of the process that runs one topology. A server starts it with the topology's
 * folder as its argument; it is not meant for people.
 */
public final class WorkerMain {
    private WorkerMain() {}

    /**
     * Runs the topology and ends the process with a {@link WorkerExit} code.
     *
     * @param args the folder
     * @throws ReflectiveOperationException never, because the method exists
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        StormClassLoader loader = StormClassLoader.ofProcess();
        Thread.currentThread().setContextClassLoader(loader);
        Class.forName("io.eyewall.server.worker.Worker", true, loader)
                .getMethod("run", String[].class)
                .invoke(null, (Object) args);
    }
}
