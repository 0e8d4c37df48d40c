package io.eyewall.cluster.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.examples.ElasticTopology;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.LabStatus;
import io.eyewall.lab.jars.StormJars;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.network.Rate;
import io.eyewall.lab.process.LabProcess;
import io.eyewall.lab.process.Mark;
import io.eyewall.lab.process.ProcessTable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Labs for tests: small, and with Storm's jars that the build has resolved. */
public final class TestLab {
    private static final int PAUSE_MS = 200;

    /**
     * The pause between polls of a lab's status. Each poll takes processor time from the processes
     * under test.
     */
    private static final int STATUS_PAUSE_MS = 500;

    private static final int LIMIT_S = 300; // on a busy machine

    private TestLab() {}

    /**
     * Returns configuration for all hosts, to which tests may add keys. It suits workers that live
     * for a minute: the JIT compiler uses its first tier only, and idle bolts sleep. The session of
     * a killed Nimbus expires after seconds, so that its successor takes over.
     */
    public static Map<String, @Nullable Object> conf() {
        Map<String, @Nullable Object> conf = new HashMap<>();
        conf.put("topology.worker.childopts", "-XX:TieredStopAtLevel=1");
        for (String wait : List.of("bolt", "backpressure")) {
            conf.put("topology." + wait + ".wait.progressive.level2.count", 1);
            conf.put("topology." + wait + ".wait.progressive.level3.sleep.millis", 5);
        }
        conf.put("storm.zookeeper.session.timeout", 8_000);
        return conf;
    }

    static LabSettings settings(LabNetwork.Kind network, Optional<Rate> rate) {
        Map<String, @Nullable Object> conf = conf();
        conf.put("topology.workers", 2);
        conf.put("topology.message.timeout.secs", 5);
        return new LabSettings(
                2,
                1,
                Optional.of(network),
                rate,
                new LabSettings.Plugins(List.of(), List.of(), Map.of("", conf)),
                false,
                false,
                Duration.ofSeconds(LIMIT_S));
    }

    /** On loopback, with a plug-in, on whatever machine. */
    public static LabSettings loopback(int hosts, int slots, LabSettings.Plugins plugins) {
        return new LabSettings(
                hosts,
                slots,
                Optional.of(LabNetwork.Kind.LOOPBACK),
                Optional.empty(),
                plugins,
                false,
                true,
                Duration.ofMinutes(3));
    }

    public static StormJars jars(Path own) throws IOException {
        String usual = Path.of(System.getProperty("user.home"), ".m2", "repository").toString();
        Path repository = Path.of(System.getProperty("eyewall.repository", usual));
        return new StormJars(List.of(repository), own, URI.create("file:/none/"));
    }

    /** Returns the jar of the examples, as a user would submit it. */
    public static Path examples(Path folder) throws Exception {
        return jar(ElasticTopology.class, folder.resolve("examples.jar"));
    }

    /**
     * What a class stands in, as a jar: itself, or one made of a folder of classes, or of it and
     * single classes of tests.
     */
    public static Path jar(Class<?> of, Path jar, Class<?>... more) throws Exception {
        Path code = place(of);
        if (Files.isDirectory(code)) {
            write(jar, code, entry -> true, more);
            return jar;
        }
        if (more.length == 0) {
            return code;
        }
        try (FileSystem inside = FileSystems.newFileSystem(code)) {
            write(jar, inside.getPath("/"), entry -> true, more);
        }
        return jar;
    }

    /** Returns the classes of a test's package and its subpackages as a jar. */
    public static Path packageOf(Class<?> test, Path jar) throws Exception {
        String folder = test.getPackageName().replace('.', '/') + "/";
        write(jar, place(test), entry -> entry.startsWith(folder));
        return jar;
    }

    /**
     * A topology's jar.
     *
     * @param code classes whose folders or jars are in it as a whole
     * @param packages classes whose packages are in it
     * @param files by their names in the jar
     */
    public static Path application(
            Path jar, List<Class<?>> code, List<Class<?>> packages, Map<String, Path> files)
            throws Exception {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Class<?> each : code) {
                Path place = place(each);
                if (Files.isDirectory(place)) {
                    add(zip, place, entry -> true);
                } else {
                    try (FileSystem inside = FileSystems.newFileSystem(place)) {
                        add(zip, inside.getPath("/"), entry -> !entry.startsWith("META-INF"));
                    }
                }
            }
            for (Class<?> each : packages) {
                String folder = each.getPackageName().replace('.', '/') + "/";
                add(zip, place(each), entry -> entry.startsWith(folder));
            }
            for (Map.Entry<String, Path> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                Files.copy(file.getValue(), zip);
            }
        }
        return jar;
    }

    private static void add(ZipOutputStream zip, Path code, Predicate<String> wanted)
            throws IOException {
        try (Stream<Path> files = Files.walk(code)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (wanted.test(code.relativize(file).toString())) {
                    add(zip, code, file);
                }
            }
        }
    }

    private static void write(Path jar, Path code, Predicate<String> wanted, Class<?>... more)
            throws Exception {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            add(zip, code, wanted);
            for (Class<?> each : more) {
                Path tests = place(each);
                add(zip, tests, tests.resolve(each.getName().replace('.', '/') + ".class"));
            }
        }
    }

    private static void add(ZipOutputStream zip, Path folder, Path file) throws IOException {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
        Files.copy(file, zip);
    }

    private static Path place(Class<?> code) throws Exception {
        return Path.of(code.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Polls until the value is as expected. */
    public static LabStatus await(Lab lab, String what, Predicate<LabStatus> wanted)
            throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        LabStatus status = lab.status();
        while (!wanted.test(status)) {
            assertThat(System.nanoTime() - endNs).as("%s: %s", what, status).isNegative();
            Thread.sleep(STATUS_PAUSE_MS);
            status = lab.status();
        }
        return status;
    }

    /** Polls until the condition holds. */
    public static void await(String what, Duration limit, Callable<Boolean> question)
            throws Exception {
        long endNs = System.nanoTime() + limit.toNanos();
        while (!question.call()) {
            assertThat(System.nanoTime() - endNs).as(what).isNegative();
            Thread.sleep(PAUSE_MS);
        }
    }

    public static long acked(LabStatus status) {
        return status.topologies().stream().mapToLong(LabStatus.Topology::acked).sum();
    }

    static void assertNothingIsLeft(LabFolder folder, String id) {
        List<LabProcess> left = new ProcessTable(new Mark(id)).all();
        assertThat(left).isEmpty();
        assertThat(LabNetwork.of(LabNetwork.Kind.NAMESPACES, id).partNames()).isEmpty();
        assertThat(folder.path()).doesNotExist();
    }
}
