package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.server.app.AckedNumbers;
import io.eyewall.server.app.NumberFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose state and logs are on a disk of 8 MiB, which is full for a time. */
@Timeout(300)
class FullDiskIT {
    private final Path temp;
    private final Path disk;
    private final Path filler;

    FullDiskIT(@TempDir Path temp) {
        this.temp = temp;
        this.disk = temp.resolve("disk");
        this.filler = disk.resolve("filler");
    }

    private static boolean run(String... command) throws Exception {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] some = new byte[4096];
            while (true) {
                out.write(some);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private void awaitMore() throws Exception {
        int before = NumberFile.read(temp.resolve("acked")).size();
        Await.until("acking", () -> NumberFile.read(temp.resolve("acked")).size() > before + 20);
    }

    @Test
    void runningTopologiesGoOnOrdersAreRefusedAndAKillNeedsNoRoom() throws Exception {
        Files.createDirectory(disk);
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()),
                "no file system of 8 MiB can be mounted here");
        try (ServerFolder folder = new ServerFolder(disk.resolve("state"));
                EyewallServer server = folder.start()) {
            Path jar = TestJars.of(temp, AckedNumbers.class, NumberFile.class);
            StormCommand.jar(
                            temp,
                            server.nimbusPort(),
                            jar,
                            AckedNumbers.class,
                            "numbers",
                            temp.toString())
                    .ok();
            awaitMore();
            RunningTopology topology = server.nimbus().runningTopologies().get(0);
            Await.until("active", () -> topology.status() == TopologyStatus.ACTIVE);

            fill();
            awaitMore();
            assertThatThrownBy(() -> server.nimbus().deactivate("numbers"))
                    .hasMessageContaining("No space left")
                    .hasMessageContaining("make room")
                    .hasMessageContaining(disk.toString());
            assertThatThrownBy(() -> submitAnother(server, jar))
                    .hasMessageContaining("No space left");
            awaitMore();
            assertThat(server.nimbus().getTopologySummaries()).hasSize(1);

            folder.worker(0).destroyForcibly();
            Await.until("said why not", () -> errors(topology).contains("No space left"));
            assertThat(errors(topology)).contains(disk.toString(), "is started again in");

            Files.delete(filler);
            awaitMore(); // nobody had to do anything
            fill();
            topology.kill(Duration.ZERO);
            Await.until("over", () -> server.nimbus().runningTopologies().isEmpty());
            Await.until("removed", () -> folder.topologies().isEmpty());
        } finally {
            assertThat(run("umount", "-l", disk.toString())).isTrue();
        }
        assertThat(NumberFile.read(temp.resolve("stored")))
                .containsAll(NumberFile.read(temp.resolve("acked")));
    }

    private void submitAnother(EyewallServer server, Path jar) throws Exception {
        String location = server.nimbus().beginFileUpload();
        server.nimbus().uploadChunk(location, ByteBuffer.wrap(Files.readAllBytes(jar)));
        server.nimbus().finishFileUpload(location);
        AckedNumbers.submit(server.nimbus(), "another", location, temp.toString());
    }

    private static String errors(RunningTopology topology) {
        StringBuilder text = new StringBuilder();
        topology.errors().stream().map(ErrorReport::stackTrace).forEach(text::append);
        return text.toString();
    }
}
