package io.eyewall.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, to be killed. */
final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final Path ports;

    private ServerProcess(Process process, Path ports) {
        this.process = process;
        this.ports = ports;
    }

    /** Starts one. */
    static ServerProcess start(Path state, Path temp) throws Exception {
        Path ports = Files.createTempFile(temp, "ports", ".txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(ServerProcess.class.getName());
        command.add(state.toString());
        command.add(ports.toString());
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .start();
        return new ServerProcess(process, ports);
    }

    /** Nimbus' port, when it is there. */
    int nimbusPort() throws Exception {
        Await.until(
                "listening",
                () -> {
                    if (!process.isAlive()) {
                        throw new AssertionError("ended with " + process.exitValue());
                    }
                    return Files.readString(ports).endsWith("\n");
                });
        return Integer.parseInt(Files.readString(ports).strip());
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

    /** The process: state folder, file for the port. */
    public static void main(String[] args) throws Exception {
        EyewallServer server = new ServerFolder(Path.of(args[0])).start();
        Files.writeString(Path.of(args[1]), server.nimbusPort() + "\n");
        Thread.sleep(Long.MAX_VALUE);
    }
}
