package io.eyewall.cluster.trials.network;

import io.eyewall.cluster.trials.GeneratorProcess;
import io.eyewall.cluster.trials.TestLab;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.LabStatus;
import io.eyewall.lab.install.StormHome;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.network.Rate;
import io.eyewall.lab.process.Role;
import io.eyewall.nativetask.NativeBolt;
import io.eyewall.nativetask.worker.NativeWorker;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.web.AccessToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.jspecify.annotations.Nullable;

/**
 * A lab of five hosts with links of the same rate, and a host at the switch whose link has four
 * times that rate. A generator on the head plans as soon as loads are known.
 */
final class SwitchLab implements AutoCloseable {
    private static final Path LIBRARY =
            Path.of("../../native/java/target/native/lib/libstreams.so");
    private static final String NETWORK = "10.83.0.";
    private static final String SHARED = "host" + (StreamsTopology.LEAVES + 1);
    private static final String BOX = "box";
    private static final int GENERATOR_PORT = 9627;
    private static final double BITS_PER_BYTE = 8;
    private static final double NS_PER_SEC = 1e9;

    private final Path root;
    private final int windowSec;
    private final LabFolder folder;
    private final Lab lab;
    private final Path application;
    private final Process generator;
    private final List<String> read = new ArrayList<>();

    static boolean isLibraryBuilt() {
        return Files.isRegularFile(LIBRARY);
    }

    /**
     * Starts the lab.
     *
     * @param windowSec length of the measurement; the first plan is made after it
     */
    SwitchLab(Path root, Rate rate, int windowSec) throws Exception {
        this.root = root;
        this.windowSec = windowSec;
        folder = LabFolder.of(root.resolve("labs"), "switch");
        application =
                TestLab.application(
                        root.resolve("application.jar"),
                        List.of(NativeBolt.class),
                        List.of(StreamsTopology.class),
                        Map.of("resources/libstreams.so", LIBRARY));
        Path token = Files.writeString(root.resolve("token"), AccessToken.random());
        Map<String, @Nullable Object> conf = TestLab.conf();
        conf.putAll(StormHome.keys("http://" + NETWORK + "254:" + GENERATOR_PORT, token));
        conf.put("eyewall.monitor.period.secs", windowSec + 5);
        conf.put("eyewall.schedule.fetch.secs", 1);
        conf.put("eyewall.schedule.settle.secs", 1);
        conf.put(
                Config.SUPERVISOR_WORKER_VERSION_MAIN_MAP,
                Map.of("2.7.0", NativeWorker.class.getName()));
        Path plugin = TestLab.jar(ClusterPlan.class, root.resolve("plugin.jar"));
        LabSettings settings =
                new LabSettings(
                                StreamsTopology.LEAVES + 1,
                                2,
                                Optional.of(LabNetwork.Kind.NAMESPACES),
                                Optional.of(rate),
                                new LabSettings.Plugins(
                                        List.of(plugin), List.of(), Map.of("", conf)),
                                false,
                                true,
                                Duration.ofMinutes(3))
                        .withBox(
                                new LabSettings.Box(
                                        Optional.of(
                                                new Rate(
                                                        (StreamsTopology.LEAVES + 1)
                                                                * rate.bitsPerSec()))));
        lab = Lab.up(folder, settings, TestLab.jars(root), false, System.err::println);
        lab.readOutput(read::add);
        List<String> command =
                new ArrayList<>(
                        LabNetwork.of(LabNetwork.Kind.NAMESPACES, lab.state().id())
                                .commandPrefix("head"));
        command.addAll(GeneratorProcess.command(root, NETWORK + "254", GENERATOR_PORT, token));
        generator = new ProcessBuilder(command).inheritIO().start();
    }

    /** Runs a stream with its centre first behind the shared link, then where the plan puts it. */
    Outcome run(Stream stream, long work, Rate rate) throws Exception {
        String name = stream.name() + work;
        Path journals = Files.createDirectories(root.resolve(name));
        List<String> arguments =
                List.of(name, stream.name(), journals.toString(), Long.toString(work), NETWORK);
        int code = lab.submit(application, StreamsTopology.class.getName(), arguments);
        if (code != 0) {
            throw new IllegalStateException("submitting ended with " + code + ": " + read);
        }
        LabStatus status = at(name, SHARED);
        Journals counted = new Journals(journals);
        Window shared = look(stream, SHARED, status, counted);
        status = at(name, BOX);
        Window atSwitch = look(stream, BOX, status, counted);
        lab.storm("kill", List.of(name, "-w", "0"));
        TestLab.await(lab, "its end", now -> now.topologies().isEmpty() && workers(now) == 0);
        return new Outcome(stream, work, rate.bitsPerSec(), shared, atSwitch);
    }

    private static long workers(LabStatus status) {
        return status.processes().stream().filter(each -> each.role() == Role.WORKER).count();
    }

    /** Waits until all workers run, and the centre is on this host. */
    private LabStatus at(String topology, String host) throws Exception {
        return TestLab.await(
                lab,
                "the centre on " + host,
                now ->
                        now.topologies().stream()
                                        .filter(each -> each.name().equals(topology))
                                        .flatMap(each -> each.workers().stream())
                                        .anyMatch(each -> each.host().equals(host))
                                && program(now, host).isPresent());
    }

    private static Optional<ProcessHandle> program(LabStatus status, String host) {
        return status.processes().stream()
                .filter(each -> each.host().equals(host))
                .flatMap(each -> ProcessHandle.of(each.pid()).stream())
                .flatMap(ProcessHandle::children)
                .filter(each -> each.info().command().orElse("").contains("native-worker"))
                .findFirst();
    }

    private Window look(Stream stream, String host, LabStatus status, Journals journals)
            throws Exception {
        ProcessHandle program = program(status, host).orElseThrow();
        journals.mark();
        TestLab.await("tuples", Duration.ofMinutes(1), journals::hasGrown);
        Thread.sleep(TimeUnit.SECONDS.toMillis(3)); // until queues and links are full
        long beginMs = System.currentTimeMillis();
        long beginNs = System.nanoTime();
        long beginBytes = bytes(stream, host);
        long beginCpuNs = cpuNs(program);
        Thread.sleep(TimeUnit.SECONDS.toMillis(windowSec));
        double seconds = (System.nanoTime() - beginNs) / NS_PER_SEC;
        double cores = (cpuNs(program) - beginCpuNs) / NS_PER_SEC / seconds;
        double bits = (bytes(stream, host) - beginBytes) * BITS_PER_BYTE / seconds;
        return new Window(bits, journals.perSec(beginMs, System.currentTimeMillis()), cores);
    }

    private long bytes(Stream stream, String host) throws Exception {
        read.clear();
        String counter = stream.isGathering() ? "rx_bytes" : "tx_bytes";
        lab.execute(host, List.of("cat", "/sys/class/net/eth0/statistics/" + counter));
        return Long.parseLong(read.get(read.size() - 1).strip());
    }

    private static long cpuNs(ProcessHandle program) {
        return program.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    @Override
    public void close() throws IOException {
        generator.destroyForcibly();
        try {
            Lab.down(folder, Boolean.getBoolean("eyewall.keep"));
        } catch (LabException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
