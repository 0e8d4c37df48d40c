package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications compiled against Storm 1.x run without an option, here and on a server. */
@Timeout(180)
class StormOneIT {
    private final Path directory;

    StormOneIT(@TempDir Path directory) {
        this.directory = directory;
    }

    private Child run(String jar, String... args) throws Exception {
        String[] all = new String[args.length + 4];
        List.of("run", "--for", "2s", jar).toArray(all);
        System.arraycopy(args, 0, all, 4, args.length);
        return Child.run(directory, all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.2"})
    void runsWhatWasCompiledAgainst(String version) throws Exception {
        String jar = LegacyApp.build1(directory, version).toString();
        Child tutorial = run(jar, "one.Tutorial");
        assertThat(tutorial.exitCode()).as(tutorial.err()).isZero();
        assertThat(tutorial.out()).contains("done");
        assertThat(tutorial.err()).contains("app.jar was compiled against Storm 1.x");
        Child changed = run(jar, "one.Changed");
        assertThat(changed.exitCode()).as(changed.err()).isZero();
        assertThat(changed.out())
                .contains("yaml {a=[1, 2]}", "state x", "texts s7", "opened 1", "topologies 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"transactional", "opaque"})
    void readsFromPartitionedTridentSpouts(String kind) throws Exception {
        String jar = LegacyApp.build1(directory, "1.0").toString();
        try (Child child = Child.start(directory, List.of(), "run", jar, "old.Partitioned", kind)) {
            child.awaitOut("seen {p0=2, p1=2, p2=2}");
        }
    }

    @Test
    void namesWhatIsGone() throws Exception {
        String jar = LegacyApp.build1(directory, "1.2").toString();
        Child child = run(jar, "one.Changed", "gone");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(child.err())
                .contains(
                        "app.jar: class one.Changed calls org.apache.storm.utils.Utils.getDU(File),"
                                + " returning long, which Storm ",
                        "(Storm 1.x had it, until 2.0): a NoSuchMethodError there")
                .contains("NoSuchMethodError: 'long org.apache.storm.utils.Utils.getDU");
    }

    @Test
    void runsOnServers() throws Exception {
        String jar = LegacyApp.build1(directory, "1.2").toString();
        try (TestServer server = TestServer.start(directory)) {
            Child submit = Child.run(directory, "submit", "--to", server.to(), jar, "one.Changed");
            assertThat(submit.exitCode()).as(submit.err()).isZero();
            Path log = null;
            for (int i = 0; log == null || !Files.readString(log).contains("opened 1"); i++) {
                assertThat(i).as("tries").isLessThan(900);
                Thread.sleep(100);
                try (var files = Files.walk(directory.resolve("state").resolve("logs"))) {
                    log = files.filter(f -> f.endsWith("worker.log")).findFirst().orElse(null);
                }
            }
            assertThat(Files.readString(log)).contains("was compiled against Storm 1.x");
            Child.run(directory, "kill", "changed", "-w", "0");
        }
    }
}
