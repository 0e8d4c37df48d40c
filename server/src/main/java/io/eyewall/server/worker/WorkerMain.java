package io.eyewall.server.worker;

import io.eyewall.local.launch.StormClassLoader;

/**
 * The process that runs one topology: started by a server, with the topology's folder as its
 * argument, and not for people.
 */
public final class WorkerMain {
    private WorkerMain() {}

    /**
     * Runs it, and ends the process with a {@link WorkerExit}.
     *
     * @param args the folder
     * @throws ReflectiveOperationException never; the class has the method
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        StormClassLoader loader = StormClassLoader.ofProcess();
        Thread.currentThread().setContextClassLoader(loader);
        Class.forName("io.eyewall.server.worker.Worker", true, loader)
                .getMethod("run", String[].class)
                .invoke(null, (Object) args);
    }
}
