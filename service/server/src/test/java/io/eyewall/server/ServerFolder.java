package io.eyewall.server;

import io.eyewall.local.StormConf;
import io.eyewall.server.keeper.KeeperSettings;
import io.eyewall.server.nimbus.NimbusSettings;
import io.eyewall.server.store.ProcessIdentity;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state folder of a server under test; no process of its topologies outlives it. */
final class ServerFolder implements AutoCloseable {
    private final Path folder;

    ServerFolder(Path folder) {
        this.folder = folder;
    }

    /** A server of this process, with small logs and short pauses, on any ports. */
    ServerSettings settings() {
        Map<String, Object> conf = StormConf.service();
        return new ServerSettings(
                folder,
                NimbusSettings.loopback(0),
                WebSettings.loopback(0),
                new KeeperSettings(
                        conf,
                        List.of("-XX:TieredStopAtLevel=1"),
                        Duration.ofMillis(100),
                        Duration.ofSeconds(2),
                        2_000,
                        2),
                ServerSettings.USUAL_JAR_BYTES);
    }

    /** The same, with topologies inside this process. */
    EyewallServer startInside() throws IOException {
        ServerSettings usual = settings();
        return EyewallServer.start(
                new ServerSettings(
                        usual.state(),
                        usual.nimbus(),
                        usual.web(),
                        usual.keeping().withInsideServer(true),
                        usual.maxJarBytes()));
    }

    /** One whose Nimbus is as it is said. */
    EyewallServer start(NimbusSettings nimbus) throws IOException {
        ServerSettings usual = settings();
        return EyewallServer.start(
                new ServerSettings(
                        usual.state(), nimbus, usual.web(), usual.keeping(), usual.maxJarBytes()));
    }

    EyewallServer start() throws IOException {
        return EyewallServer.start(settings());
    }

    Path path() {
        return folder;
    }

    /** The only topology. */
    TopologyFolder topology() throws IOException {
        List<TopologyFolder> all = topologies();
        if (all.size() != 1) {
            throw new AssertionError("topologies: " + all);
        }
        return all.get(0);
    }

    List<TopologyFolder> topologies() throws IOException {
        List<TopologyFolder> found = new ArrayList<>();
        if (Files.isDirectory(folder.resolve("topologies"))) {
            try (var all = Files.list(folder.resolve("topologies"))) {
                all.filter(each -> !each.getFileName().toString().startsWith("."))
                        .forEach(each -> found.add(new TopologyFolder(each)));
            }
        }
        return found;
    }

    /** Its process, once there is one that is not this one. */
    ProcessHandle worker(long before) throws Exception {
        long[] pid = {0};
        Await.until(
                "a process that runs the topology, other than " + before,
                () -> {
                    pid[0] = topology().worker().map(ProcessIdentity::pid).orElse(0L);
                    return pid[0] != 0 && pid[0] != before && ProcessHandle.of(pid[0]).isPresent();
                });
        return ProcessHandle.of(pid[0]).orElseThrow();
    }

    @Override
    public void close() throws IOException {
        for (TopologyFolder topology : topologies()) {
            Optional<ProcessIdentity> worker = topology.worker();
            if (worker.isPresent()) {
                ProcessHandle.of(worker.get().pid())
                        .filter(process -> !process.equals(ProcessHandle.current()))
                        .ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }
}
