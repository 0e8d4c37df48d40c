package io.eyewall.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, to be killed. */
final class ServerProcess implements AutoCloseable {
    private static final String INSIDE = "inside";

    private final Process process;
    private final Path ports;

    private ServerProcess(Process process, Path ports) {
        this.process = process;
        this.ports = ports;
    }

    /** Starts one. */
    static ServerProcess start(Path state, Path temp) throws Exception {
        return start(state, temp, "outside", List.of());
    }

    /**
     * Starts one that has its topologies inside.
     *
     * @param options of its JVM
     */
    static ServerProcess startInside(Path state, Path temp, List<String> options) throws Exception {
        return start(state, temp, INSIDE, options);
    }

    private static ServerProcess start(Path state, Path temp, String where, List<String> options)
            throws Exception {
        Path ports = Files.createTempFile(temp, "ports", ".txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(ServerProcess.class.getName());
        command.add(state.toString());
        command.add(ports.toString());
        command.add(where);
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .start();
        return new ServerProcess(process, ports);
    }

    /** Nimbus' port, when it is there. */
    int nimbusPort() throws Exception {
        return Integer.parseInt(addresses()[0]);
    }

    /** Where it answers by HTTP. */
    String webAddress() throws Exception {
        return addresses()[1];
    }

    boolean isAlive() {
        return process.isAlive();
    }

    private String[] addresses() throws Exception {
        Await.until(
                "listening",
                () -> {
                    if (!process.isAlive()) {
                        throw new AssertionError("ended with " + process.exitValue());
                    }
                    return Files.readString(ports).endsWith("\n");
                });
        return Files.readString(ports).strip().split(" ");
    }

    /** How it has ended. */
    int exitValue() {
        return process.exitValue();
    }

    /** By SIGKILL. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        kill();
    }

    /** The process: state folder, file for the addresses, where topologies run. */
    public static void main(String[] args) throws Exception {
        ServerFolder folder = new ServerFolder(Path.of(args[0]));
        boolean inside = args[2].equals(INSIDE);
        if (inside) {
            HeapGuard.install();
        }
        EyewallServer server = inside ? folder.startInside() : folder.start();
        Files.writeString(Path.of(args[1]), server.nimbusPort() + " " + server.webAddress() + "\n");
        Thread.sleep(Long.MAX_VALUE);
    }
}
