package io.eyewall.connectors.kill;

import io.eyewall.connectors.jdbc.Database;
import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;

/** Runs a pipeline in a JVM of its own until it is killed, or kills itself within a commit. */
final class KilledProcess implements AutoCloseable {
    private final Process process;

    private KilledProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param haltAfterCommit of a database, counted from 1, at which it ends as by SIGKILL when the
     *     database has committed and the process does not know that; 0 for never
     */
    static KilledProcess start(Pipeline pipeline, String from, String to, int haltAfterCommit)
            throws IOException {
        return start(pipeline.name(), from, to, String.valueOf(haltAfterCommit));
    }

    /**
     * Starts one that takes snapshots.
     *
     * @param snapshots folder of the snapshots
     */
    static KilledProcess start(SnapshotPipeline pipeline, String from, String to, String snapshots)
            throws IOException {
        return start(pipeline.name(), from, to, snapshots);
    }

    private static KilledProcess start(String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledProcess.class.getName()));
        command.addAll(List.of(arguments));
        return new KilledProcess(new ProcessBuilder(command).inheritIO().start());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** With SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** Of the process. */
    public static void main(String[] args) throws Exception {
        Config conf = new Config();
        StormTopology topology;
        if (Character.isDigit(args[3].charAt(0))) {
            int haltAt = Integer.parseInt(args[3]);
            Database database = haltAt == 0 ? Database.of(args[2]) : halting(args[2], haltAt);
            topology = Pipeline.valueOf(args[0]).topology(args[1], args[2], database);
        } else {
            conf.put("eyewall.snapshot.dir", args[3]);
            conf.put("eyewall.snapshot.interval.ms", 50);
            topology = SnapshotPipeline.valueOf(args[0]).topology(args[1], args[2]);
        }
        try (TopologyHandle running = Eyewall.start("killed", conf, topology)) {
            running.await();
            running.failure().ifPresent(failure -> failure.cause().printStackTrace());
        }
    }

    private static Database halting(String url, int at) {
        return () -> {
            Connection real = Database.of(url).connect();
            AtomicInteger commits = new AtomicInteger();
            return (Connection)
                    Proxy.newProxyInstance(
                            Connection.class.getClassLoader(),
                            new Class<?>[] {Connection.class},
                            (proxy, method, arguments) -> {
                                try {
                                    Object result = method.invoke(real, arguments);
                                    if (method.getName().equals("commit")
                                            && commits.incrementAndGet() == at) {
                                        Runtime.getRuntime().halt(137);
                                    }
                                    return result;
                                } catch (InvocationTargetException e) {
                                    throw e.getCause();
                                }
                            });
        };
    }

    /** Waits until it has ended by itself. */
    boolean ends() throws InterruptedException {
        return process.waitFor(60, TimeUnit.SECONDS);
    }
}
