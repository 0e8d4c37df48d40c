package io.eyewall.plugin.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.cluster.ClusterStateContext;
import org.apache.storm.cluster.ClusterUtils;
import org.apache.storm.cluster.DaemonType;
import org.apache.storm.shade.org.apache.zookeeper.CreateMode;
import org.apache.storm.shade.org.apache.zookeeper.ZooDefs;
import org.apache.storm.shade.org.apache.zookeeper.ZooKeeper;
import org.apache.storm.shade.org.apache.zookeeper.data.ACL;
import org.apache.storm.shade.org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.storm.shade.org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.apache.storm.utils.Utils;
import org.apache.storm.zookeeper.Zookeeper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real ZooKeeper, whose clients say who they are, as Storm's on a secured cluster. */
@Timeout(60)
class BoardTest {
    private static final String DAEMONS = "storm:secret";

    @TempDir private Path folder = Path.of(""); // until JUnit sets it
    private final List<Board> boards = new ArrayList<>();
    private int port;
    private @Nullable NIOServerCnxnFactory server;

    @BeforeEach
    void start() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        server = Zookeeper.mkInprocessZookeeper(folder.toString(), port);
    }

    @AfterEach
    void end() {
        boards.forEach(Board::close);
        if (server != null) {
            Zookeeper.shutdownInprocessZookeeper(server);
        }
    }

    private Map<String, Object> conf() {
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.STORM_ZOOKEEPER_SERVERS, List.of("127.0.0.1"));
        conf.put(Config.STORM_ZOOKEEPER_PORT, port);
        conf.put(Config.STORM_ZOOKEEPER_RETRY_TIMES, 1);
        return conf;
    }

    private Map<String, Object> daemon() {
        Map<String, Object> conf = conf();
        conf.put(Config.STORM_ZOOKEEPER_AUTH_SCHEME, "digest");
        conf.put(Config.STORM_ZOOKEEPER_AUTH_PAYLOAD, DAEMONS);
        return conf;
    }

    private Map<String, Object> topology(String payload) throws Exception {
        Map<String, Object> conf = conf();
        conf.put(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_SCHEME, "digest");
        conf.put(Config.STORM_ZOOKEEPER_TOPOLOGY_AUTH_PAYLOAD, payload);
        conf.put(
                Config.STORM_ZOOKEEPER_SUPERACL,
                "digest:" + DigestAuthenticationProvider.generateDigest(DAEMONS));
        return conf;
    }

    private Board board(DaemonType type, Map<String, Object> conf, String topologyId)
            throws Exception {
        ClusterStateContext context = new ClusterStateContext(type, conf);
        Board board =
                new Board(
                        ClusterUtils.mkStateStorage(conf, conf, context),
                        context.getDefaultZkAcls(),
                        topologyId);
        boards.add(board);
        return board;
    }

    private static Note note(Stage stage, String worker) {
        return new Note(1, stage, true, new Place("node", 6700), 10, worker);
    }

    private interface Question<T> {
        T ask(ZooKeeper client) throws Exception;
    }

    private <T> T asDaemon(Question<T> question) throws Exception {
        ZooKeeper client = new ZooKeeper("127.0.0.1:" + port, 20_000, event -> {});
        try {
            client.addAuthInfo("digest", DAEMONS.getBytes(StandardCharsets.UTF_8));
            return question.ask(client);
        } finally {
            client.close();
        }
    }

    private List<ACL> aclsOf(String path) throws Exception {
        return asDaemon(client -> client.getACL("/storm" + path, null));
    }

    /** Which Storm's workers want to see, so everybody may, but not write. */
    private void makeRoot() throws Exception {
        List<ACL> acls = new ArrayList<>(ZooDefs.Ids.CREATOR_ALL_ACL);
        acls.addAll(ZooDefs.Ids.READ_ACL_UNSAFE);
        asDaemon(client -> client.create("/storm", new byte[0], acls, CreateMode.PERSISTENT));
    }

    @Test
    void onASecuredClusterOnlyItsTopologyAndDaemonsWriteNotes() throws Exception {
        makeRoot();
        Board supervisor = board(DaemonType.SUPERVISOR, daemon(), "a");
        supervisor.createFolder(topology("a:1"));
        board(DaemonType.SUPERVISOR, daemon(), "b").createFolder(topology("b:2"));
        Board worker = board(DaemonType.WORKER, topology("a:1"), "a");
        Note seen = note(Stage.SEEN, "w");
        worker.replaceNote(null, seen);
        worker.replaceNote(seen, note(Stage.READY, "w"));
        Board other = board(DaemonType.WORKER, topology("b:2"), "b");
        other.replaceNote(null, note(Stage.SEEN, "o"));

        assertThat(supervisor.noteNames()).containsExactly(note(Stage.READY, "w").name());
        assertThat(worker.noteNames()).containsExactly(note(Stage.READY, "w").name());
        for (Map<String, Object> stranger : List.of(topology("b:2"), conf())) {
            Board strange = board(DaemonType.WORKER, stranger, "a");
            assertThatThrownBy(() -> strange.replaceNote(null, note(Stage.ACTIVE, "s")))
                    .hasStackTraceContaining("NoAuth");
            assertThatThrownBy(strange::removeFolder).hasStackTraceContaining("NoAuth");
        }
        for (String path : List.of("/eyewall", Note.ROOT, Note.folder("a"))) {
            assertThat(aclsOf(path))
                    .as(path)
                    .noneMatch(acl -> acl.getId().getScheme().equals("world"));
        }
        supervisor.removeNotes("w");
        assertThat(supervisor.noteNames()).isEmpty();
        supervisor.removeFolder();
    }

    @Test
    void onAnOpenClusterAWorkerNeedsNoSupervisor() throws Exception {
        Board worker = board(DaemonType.WORKER, conf(), "a");
        worker.replaceNote(null, note(Stage.SEEN, "w"));
        assertThat(board(DaemonType.SUPERVISOR, conf(), "a").noteNames())
                .containsExactly(note(Stage.SEEN, "w").name());
    }
}
