package io.eyewall.local.coordination;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.StormConf;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.storm.shade.org.apache.curator.framework.CuratorFramework;
import org.apache.storm.shade.org.apache.zookeeper.CreateMode;
import org.apache.storm.shade.org.apache.zookeeper.KeeperException;
import org.apache.storm.shade.org.apache.zookeeper.Watcher;
import org.apache.storm.utils.CuratorUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoordinationServerTest {
    private final NodeTree tree = NodeTree.inMemory();
    private final CoordinationServer server = CoordinationServer.start(tree);

    @AfterEach
    void close() {
        server.close();
    }

    private CuratorFramework client() {
        Map<String, Object> conf = StormConf.localMode();
        return CuratorUtils.newCuratorStarted(
                conf, List.of(server.host()), server.port(), "", null, null);
    }

    @Test
    void servesClientsBesideEachOther() throws Exception {
        int clients = 4;
        int nodes = 50;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Callable<Void>> work =
                    IntStream.range(0, clients)
                            .<Callable<Void>>mapToObj(number -> () -> createNodes(number, nodes))
                            .toList();
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        } finally {
            threads.shutdown();
        }

        for (int client = 0; client < clients; client++) {
            assertThat(tree.children("/client-" + client).getChildren()).hasSize(nodes);
        }
    }

    private Void createNodes(int number, int nodes) throws Exception {
        try (CuratorFramework client = client()) {
            for (int node = 0; node < nodes; node++) {
                String path = "/client-" + number + "/" + node;
                client.create().creatingParentsIfNeeded().forPath(path, path.getBytes(UTF_8));
                assertThat(client.getData().forPath(path)).isEqualTo(path.getBytes(UTF_8));
            }
        }
        return null;
    }

    @Test
    void goesOnWhenAClientSendsNonsense() throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                if (random.nextBoolean()) {
                    out.writeInt(bytes.length); // a frame, at least
                }
                out.write(bytes);
            } catch (IOException e) {
                // The server closed the connection before everything was sent.
            }
        }

        try (CuratorFramework client = client()) {
            client.create().forPath("/after", new byte[] {1});
            assertThat(client.getData().forPath("/after")).isEqualTo(new byte[] {1});
        }
    }

    @Test
    void leavesClientsInPeaceThatNobodyClosed() throws Exception {
        try (CuratorFramework client = client()) {
            client.create().forPath("/a", new byte[] {1});
            server.close();

            assertThat(client.checkExists().forPath("/a")).isNotNull();
            assertThat(client.getZookeeperClient().isConnected()).isTrue();
        }
    }

    @Test
    void refusesWhatItDoesNotHave() {
        try (CuratorFramework client = client()) {
            Watcher watcher = event -> {};
            assertThatThrownBy(() -> client.getChildren().usingWatcher(watcher).forPath("/"))
                    .isInstanceOf(KeeperException.UnimplementedException.class);
            assertThatThrownBy(
                            () -> client.create().withMode(CreateMode.EPHEMERAL).forPath("/gone"))
                    .isInstanceOf(KeeperException.UnimplementedException.class);
        }
    }
}
