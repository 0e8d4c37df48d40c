package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.server.app.NumberFile;
import io.eyewall.server.app.VersionedNumbers;
import io.eyewall.server.keeper.UpdateReport;
import io.eyewall.server.keeper.UpdateReport.Phase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.storm.generated.NotAliveException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topologies are updated while they run; processes die on the way. */
class UpdateIT {
    private static final String NAME = "numbers";

    private final Path temp;

    UpdateIT(@TempDir Path temp) {
        this.temp = temp;
    }

    private Set<Long> acked() throws Exception {
        return NumberFile.read(temp.resolve("acked"));
    }

    private int ackedBy(String version) throws Exception {
        return NumberFile.read(temp.resolve("acked-by-" + version)).size();
    }

    private void awaitAcks(String version) throws Exception {
        int before = ackedBy(version);
        Await.until("acks of " + version, () -> ackedBy(version) > before + 50);
    }

    private StormCommand submit(int port, String version, String... words) throws Exception {
        Path jar = TestJars.of(temp, VersionedNumbers.class, NumberFile.class);
        List<String> args = new ArrayList<>(List.of(NAME, temp.toString(), version));
        args.addAll(List.of(words));
        return StormCommand.jar(
                temp, port, jar, VersionedNumbers.class, args.toArray(new String[0]));
    }

    private void hold(String place) throws Exception {
        Files.writeString(temp.resolve("hold-" + place), "");
    }

    private void letGo(String place) throws Exception {
        Files.delete(temp.resolve("hold-" + place));
    }

    /** The file holds the number of the process: it is made before it is written. */
    private void awaitAt(String place) throws Exception {
        Path file = temp.resolve("at-" + place);
        Await.until("at " + place, () -> Files.exists(file) && Files.size(file) > 0);
    }

    /** When the last of them was there. */
    private FileTime at(String place) throws Exception {
        return Files.getLastModifiedTime(temp.resolve("at-" + place));
    }

    private void kill(String place) throws Exception {
        long pid = Long.parseLong(Files.readString(temp.resolve("at-" + place)).strip());
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    private static UpdateReport report(EyewallServer server) throws Exception {
        String json = server.nimbus().getTopologyConf("update:" + NAME);
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return Objects.requireNonNull(WireJson.read(bytes, UpdateReport.class));
    }

    private static UpdateReport awaitEnd(EyewallServer server) throws Exception {
        Await.until("over", () -> report(server).phase().isLast());
        return report(server);
    }

    /** Whatever was acked was stored, and none of those below was left out. */
    private void check(EyewallServer server) throws Exception {
        Await.until("one is left", () -> server.nimbus().runningTopologies().size() == 1);
        Set<Long> acked = acked();
        long most = acked.stream().mapToLong(Long::longValue).max().orElse(0);
        Await.until("all below are acked", () -> acked().containsAll(upTo(most)));
        server.nimbus().runningTopologies().get(0).kill(Duration.ZERO);
        Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
        assertThat(NumberFile.read(temp.resolve("stored"))).containsAll(acked());
        assertThat(temp.resolve("two")).doesNotExist();
    }

    private static List<Long> upTo(long most) {
        return LongStream.rangeClosed(0, most).boxed().toList();
    }

    @Test
    void aNewVersionTakesOverAndABadOneDoesNot() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server.nimbusPort(), "one").ok();
            awaitAcks("one");
            assertThat(submit(server.nimbusPort(), "other").code()).isNotZero();

            submit(server.nimbusPort(), "bad", "update", "throw").ok();
            UpdateReport bad = awaitEnd(server);
            assertThat(bad.phase()).isEqualTo(Phase.REFUSED);
            assertThat(bad.message()).contains("store", "this version is no good");
            awaitAcks("one");

            submit(server.nimbusPort(), "two", "update").ok();
            UpdateReport report = awaitEnd(server);
            assertThat(report.phase()).as(report.toString()).isEqualTo(Phase.DONE);
            assertThat(
                            List.of(
                                    report.preparedMs(),
                                    report.pauseMs(),
                                    report.drainMs(),
                                    report.endMs(),
                                    report.openMs()))
                    .as(report.toString())
                    .allSatisfy(millis -> assertThat(millis).isNotNegative());
            assertThat(List.of(at("two-prepare"), at("one-close"), at("two-open")))
                    .as("prepared beside the old one, opened after its end")
                    .isSorted();
            System.out.println("update: " + report);
            int last = ackedBy("one");
            awaitAcks("two");
            assertThat(ackedBy("one")).isEqualTo(last);
            Await.until("the old one is gone", () -> folder.topologies().size() == 1);
            check(server);
        }
    }

    @Test
    @Tag("complete")
    void anInactiveOneStaysInactive() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server.nimbusPort(), "one").ok();
            awaitAcks("one");
            server.nimbus().deactivate(NAME);
            submit(server.nimbusPort(), "two", "update").ok();
            assertThat(awaitEnd(server).phase()).isEqualTo(Phase.DONE);
            Await.until(
                    "inactive",
                    () ->
                            server.nimbus().runningTopologies().get(0).status()
                                    == TopologyStatus.INACTIVE);
            assertThat(temp.resolve("at-two-open")).as(log(folder)).doesNotExist();
            server.nimbus().activate(NAME);
            awaitAcks("two");
            check(server);
        }
    }

    @Test
    @Tag("complete")
    void aKillMeanwhileEndsBoth() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server.nimbusPort(), "one").ok();
            awaitAcks("one");
            hold("two-prepare");
            submit(server.nimbusPort(), "two", "update").ok();
            awaitAt("two-prepare");
            StormCommand second = submit(server.nimbusPort(), "three", "update");
            assertThat(second.code()).isNotZero();
            assertThat(second.out()).contains("is running; try again when it is over");
            server.nimbus().runningTopologies().get(0).kill(Duration.ZERO);
            UpdateReport report = awaitEnd(server);
            assertThat(report.phase()).isEqualTo(Phase.REFUSED);
            assertThat(report.message()).contains("was killed meanwhile");
            Await.until("all gone", () -> folder.topologies().isEmpty());
            letGo("two-prepare");
        }
    }

    @Test
    @Tag("complete")
    void theNewProcessDiesBeforeAndAfter() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server.nimbusPort(), "one").ok();
            awaitAcks("one");
            hold("two-prepare");
            submit(server.nimbusPort(), "two", "update").ok();
            awaitAt("two-prepare");
            kill("two-prepare");
            assertThat(awaitEnd(server).message()).contains("exit code 137");
            letGo("two-prepare");
            awaitAcks("one");

            hold("three-open");
            submit(server.nimbusPort(), "three", "update").ok();
            awaitAt("three-open"); // it is the one to run
            kill("three-open");
            letGo("three-open");
            awaitAcks("three");
            check(server);
        }
    }

    @Test
    @Tag("complete")
    void theOldProcessDiesBeforeAndAfter() throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = folder.start()) {
            submit(server.nimbusPort(), "one").ok();
            awaitAcks("one");
            hold("one-ack"); // so that it waits for what is under way
            submit(server.nimbusPort(), "two", "update", "long-drain").ok();
            Await.until("handing over", () -> report(server).phase() == Phase.HANDING_OVER);
            kill("one-open");
            UpdateReport report = awaitEnd(server); // the server has handed over in its place
            assertThat(report.phase()).as(report.toString()).isEqualTo(Phase.DONE);
            letGo("one-ack");
            awaitAcks("two");

            hold("two-close"); // after it has handed over
            submit(server.nimbusPort(), "three", "update").ok();
            awaitAt("two-close");
            kill("two-close");
            awaitAcks("three");
            letGo("two-close");
            check(server);
        }
    }

    @Test
    @Tag("complete")
    void theServerDiesBeforeAndAfter() throws Exception {
        Path state = temp.resolve("state");
        try (ServerFolder folder = new ServerFolder(state)) {
            try (ServerProcess first = ServerProcess.start(state, temp)) {
                submit(first.nimbusPort(), "one").ok();
                awaitAcks("one");
                hold("two-prepare");
                submit(first.nimbusPort(), "two", "update").ok();
                awaitAt("two-prepare");
            } // by SIGKILL
            awaitAcks("one");
            try (ServerProcess second = ServerProcess.start(state, temp)) {
                second.nimbusPort();
                Await.until("dropped", () -> folder.topologies().size() == 1);
                letGo("two-prepare");
                awaitAcks("one");
                hold("one-close");
                submit(second.nimbusPort(), "three", "update").ok();
                awaitAt("one-close");
            } // when the old one has handed over, and has not ended
            letGo("one-close");
            awaitAcks("three"); // without a server
            try (EyewallServer third = folder.start()) {
                Await.until("ready", () -> third.notReady() == null);
                awaitAcks("three");
                assertThat(updates(third)).isFalse();
                Await.until("the old one is gone", () -> folder.topologies().size() == 1);
                check(third);
            }
        }
    }

    private static String log(ServerFolder folder) throws Exception {
        StringBuilder text = new StringBuilder();
        try (var files = Files.walk(folder.path())) {
            for (Path file : files.toList()) {
                if (file.endsWith("worker.log") || file.endsWith("update.json")) {
                    text.append(file).append('\n').append(Files.readString(file));
                }
            }
        }
        return text.toString();
    }

    private static boolean updates(EyewallServer server) throws Exception {
        try {
            report(server);
            return true;
        } catch (NotAliveException e) {
            return false;
        }
    }
}
