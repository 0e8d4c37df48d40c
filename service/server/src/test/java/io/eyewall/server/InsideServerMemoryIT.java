package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.storm.Config;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.thrift.transport.TTransportException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Topologies inside the server: what they leave of themselves, and one that takes all memory. */
@Timeout(600)
@Tag("more")
class InsideServerMemoryIT {
    private static final int CYCLES = Boolean.getBoolean("eyewall.complete") ? 12 : 6;
    private static final String LOADER = "io.eyewall.local.launch.StormClassLoader";

    /** The JVM's own, those of the first requests: made once, kept for good. */
    private static final int FOR_GOOD = 20;

    private final Path temp;

    InsideServerMemoryIT(@TempDir Path temp) {
        this.temp = temp;
    }

    private static Map<String, Object> conf(int port) {
        Map<String, Object> conf = Utils.readStormConfig();
        conf.put(Config.NIMBUS_SEEDS, List.of("127.0.0.1"));
        conf.put(Config.NIMBUS_THRIFT_PORT, port);
        return conf;
    }

    private int acked(Path folder) throws Exception {
        return NumberFile.read(folder.resolve("acked")).size();
    }

    private void awaitMore(Path folder) throws Exception {
        int before = acked(folder);
        Await.until("acks in " + folder, () -> acked(folder) > before + 10);
    }

    private Path submit(int port, String name) throws Exception {
        Path folder = Files.createDirectories(temp.resolve(name));
        Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
        StormCommand.jar(temp, port, jar, AckedNumbers.class, name, folder.toString()).ok();
        awaitMore(folder);
        return folder;
    }

    @Test
    void nothingIsLeftOfThoseThatWereKilled() throws Exception {
        Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.startInside()) {
            cycle(server, jar, 0); // what the first one makes is kept
            Set<Thread> threads = Thread.getAllStackTraces().keySet();
            int files = openFiles();
            int loaders = instances(LOADER);
            for (int i = 1; i <= CYCLES; i++) {
                cycle(server, jar, i);
            }
            Await.nothing(() -> more("class loaders", instances(LOADER), loaders));
            List<String> left =
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> !threads.contains(thread))
                            .map(Thread::getName)
                            .collect(Collectors.toList());
            assertThat(left).hasSizeLessThan(FOR_GOOD);
            assertThat(left)
                    .noneMatch(name -> name.matches("eyewall-(core|guest|monitor|watcher).*"));
            Await.nothing(() -> more("open files", openFiles(), files + FOR_GOOD));
        }
    }

    private void cycle(EyewallServer server, Path jar, int number) throws Exception {
        String name = "numbers-" + number;
        Path folder = Files.createDirectories(temp.resolve(name));
        String location = server.nimbus().beginFileUpload();
        server.nimbus().uploadChunk(location, ByteBuffer.wrap(Files.readAllBytes(jar)));
        server.nimbus().finishFileUpload(location);
        AckedNumbers.submit(server.nimbus(), name, location, folder.toString());
        awaitMore(folder);
        server.nimbus().runningTopologies().get(0).kill(Duration.ZERO);
        Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
    }

    private static String more(String what, int now, int before) {
        return now <= before ? "" : now + " " + what + ", before there were " + before;
    }

    /** Of a class, by its name: each topology has a copy of it. After a collection of garbage. */
    private static int instances(String className) throws Exception {
        String histogram =
                (String)
                        ManagementFactory.getPlatformMBeanServer()
                                .invoke(
                                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                        "gcClassHistogram",
                                        new Object[] {new String[0]},
                                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length > 3 && words[3].equals(className))
                .mapToInt(words -> Integer.parseInt(words[1]))
                .sum();
    }

    private static int openFiles() throws Exception {
        Path files = Path.of("/proc/self/fd");
        if (!Files.isDirectory(files)) {
            return 0;
        }
        try (var all = Files.list(files)) {
            return (int) all.count();
        }
    }

    /** Or the server ends, loudly, and the next one goes on: never is it half dead. */
    @Test
    void oneThatTakesAllMemoryFailsAndTheServerGoesOn() throws Exception {
        Path state = temp.resolve("state");
        try (ServerProcess server = startSmall(state)) {
            int port = server.nimbusPort();
            Path hoarder = submit(port, "hoarder");
            Path other = submit(port, "other");
            Path order = Files.createFile(hoarder.resolve("hoard"));
            Await.until("said, or ended", () -> !server.isAlive() || isToldOom(port));
            Files.delete(order);
            int before = acked(other);
            int hoardersBefore = acked(hoarder);
            Await.until(
                    "acks of both, or the end",
                    () ->
                            !server.isAlive()
                                    || (acked(other) > before + 10
                                            && acked(hoarder) > hoardersBefore + 10));
            if (server.isAlive()) {
                assertGoesOn(server);
                assertThat(errors(port, "hoarder"))
                        .anyMatch(text -> text.contains("is started again in"));
            } else {
                assertThat(server.exitValue()).isEqualTo(HeapGuard.EXIT_CODE);
                goesOnAfter(state, other, hoarder);
            }
        }
    }

    /** A topology's own thread, of which nobody knows what it was for. */
    @Test
    void anOutOfMemoryErrorThatEndsAThreadEndsTheServerWhichSaysSo() throws Exception {
        Path state = temp.resolve("state");
        try (ServerProcess server = startSmall(state)) {
            Path folder = submit(server.nimbusPort(), "numbers");
            Path order = Files.createFile(folder.resolve("thread"));
            Await.until("ended", () -> !server.isAlive());
            assertThat(server.exitValue()).isEqualTo(HeapGuard.EXIT_CODE);
            Files.delete(order);
            goesOnAfter(state, folder);
        }
    }

    private ServerProcess startSmall(Path state) throws Exception {
        return ServerProcess.startInside(state, temp, List.of("-Xmx160m"));
    }

    /** A server that is started after one that has ended. */
    private void goesOnAfter(Path state, Path... folders) throws Exception {
        try (ServerProcess next = startSmall(state)) {
            for (Path folder : folders) {
                awaitMore(folder);
            }
            assertGoesOn(next);
        }
    }

    private static void assertGoesOn(ServerProcess server) throws Exception {
        assertThat(server.isAlive()).isTrue();
        assertThat(get(server.webAddress() + "/healthz").statusCode()).isEqualTo(200);
        // The topology may be at work before the server has reached it.
        Await.until("ready", () -> get(server.webAddress() + "/readyz").statusCode() == 200);
    }

    /** Who asks while there is no memory for an answer is hung up on, and asks again. */
    private static boolean isToldOom(int port) throws Exception {
        try {
            return errors(port, "hoarder").stream()
                    .anyMatch(text -> text.contains("OutOfMemoryError"));
        } catch (TTransportException | RuntimeException e) { // or there is no server any more
            return false;
        }
    }

    private static List<String> errors(int port, String name) throws Exception {
        try (NimbusClient client = NimbusClient.Builder.withConf(conf(port)).build()) {
            String id = client.getClient().getTopologySummaryByName(name).get_id();
            TopologyInfo info = client.getClient().getTopologyInfo(id);
            return info.get_errors().values().stream()
                    .flatMap(List::stream)
                    .map(ErrorInfo::get_error)
                    .collect(Collectors.toList());
        }
    }

    private static HttpResponse<String> get(String uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(uri)).build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
