package io.eyewall.local.coordination;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.storm.shade.org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeTreeTest {
    private final NodeTree tree = NodeTree.inMemory();

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void keepsDataUnderPaths() throws Exception {
        tree.create("/a", bytes("1"));
        tree.create("/a/b", null);
        tree.set("/a", bytes("2"), -1);

        assertThat(tree.get("/a").getData()).isEqualTo(bytes("2"));
        assertThat(tree.get("/a").getStat().getVersion()).isEqualTo(1);
        assertThat(tree.get("/a").getStat().getNumChildren()).isEqualTo(1);
        assertThat(tree.get("/a/b").getData()).isNull();
    }

    @Test
    void listsChildrenOnly() throws Exception {
        for (String path : "/a /a/10 /a/9 /a/9/deep /ab /a.b /a0".split(" ")) {
            tree.create(path, null);
        }

        assertThat(tree.children("/a").getChildren()).containsExactly("10", "9");
        assertThat(tree.children("/").getChildren()).containsExactly("a", "a.b", "a0", "ab");
        assertThat(tree.children("/a/9/deep").getChildren()).isEmpty();
    }

    @Test
    void refusesWhatZooKeeperRefuses() throws Exception {
        tree.create("/a", null);
        tree.create("/a/b", null);

        assertThatThrownBy(() -> tree.create("/a", null))
                .isInstanceOf(KeeperException.NodeExistsException.class);
        assertThatThrownBy(() -> tree.create("/x/y", null))
                .isInstanceOf(KeeperException.NoNodeException.class);
        assertThatThrownBy(() -> tree.get("/x"))
                .isInstanceOf(KeeperException.NoNodeException.class);
        assertThatThrownBy(() -> tree.set("/x", null, -1))
                .isInstanceOf(KeeperException.NoNodeException.class);
        assertThatThrownBy(() -> tree.set("/a", null, 1))
                .isInstanceOf(KeeperException.BadVersionException.class);
        assertThatThrownBy(() -> tree.delete("/a", -1))
                .isInstanceOf(KeeperException.NotEmptyException.class);
        assertThatThrownBy(() -> tree.delete("/", -1))
                .isInstanceOf(KeeperException.BadArgumentsException.class);
        assertThatThrownBy(() -> tree.get("a"))
                .isInstanceOf(KeeperException.BadArgumentsException.class);
    }

    @Test
    void changesNothingThatTheJournalCouldNotKeep() throws Exception {
        NodeTree failing =
                new NodeTree(
                        new NodeTree.Journal() {
                            @Override
                            public void put(String path, byte @Nullable [] data)
                                    throws IOException {
                                throw new IOException("disk full");
                            }

                            @Override
                            public void delete(String path) throws IOException {
                                throw new IOException("disk full");
                            }

                            @Override
                            public void close() {}
                        });
        failing.restore("/a", bytes("1"));

        assertThatThrownBy(() -> failing.set("/a", bytes("2"), -1)).hasMessage("disk full");
        assertThatThrownBy(() -> failing.create("/b", null)).hasMessage("disk full");
        assertThatThrownBy(() -> failing.delete("/a", -1)).hasMessage("disk full");
        assertThat(failing.get("/a").getData()).isEqualTo(bytes("1"));
        assertThat(failing.children("/").getChildren()).containsExactly("a");
    }
}
