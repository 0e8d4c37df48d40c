package io.eyewall.local.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.StormConf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.security.auth.Subject;
import org.apache.storm.Config;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.blobstore.BlobStoreAclHandler;
import org.apache.storm.blobstore.InputStreamWithMeta;
import org.apache.storm.generated.AccessControl;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.KeyAlreadyExistsException;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.security.auth.SingleUserPrincipal;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // JUnit sets the folder
class FileBlobStoreTest {
    @TempDir Path folder;
    private FileBlobStore store;

    @BeforeEach
    void open() {
        store = FileBlobStore.open(folder, StormConf.localMode());
    }

    private static SettableBlobMeta meta(String... acls) {
        List<AccessControl> list = new ArrayList<>();
        for (String acl : acls) {
            list.add(BlobStoreAclHandler.parseAccessControl(acl));
        }
        return new SettableBlobMeta(list);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String read(String key) throws Exception {
        return new String(store.readBlob(key, null), StandardCharsets.UTF_8);
    }

    private List<String> keys() {
        List<String> keys = new ArrayList<>();
        store.listKeys().forEachRemaining(keys::add);
        return keys;
    }

    @Test
    void keepsWhatWasWrittenForOtherProcesses() throws Exception {
        store.createBlob("key one.txt", bytes("first"), meta(), null);

        store = FileBlobStore.open(folder, StormConf.localMode());

        assertThat(read("key one.txt")).isEqualTo("first");
        assertThat(keys()).containsExactly("key one.txt");
        assertThat(store.getBlobMeta("key one.txt", null).get_settable().get_acl())
                .isEqualTo(BlobStoreAclHandler.WORLD_EVERYTHING);
        assertThat(store.getBlobReplication("key one.txt", null)).isEqualTo(1);
    }

    @Test
    void aBlobIsThereWhenItIsComplete() throws Exception {
        AtomicOutputStream out = store.createBlob("key", meta(), null);
        out.write(bytes("half"));
        assertThat(keys()).isEmpty();
        out.write(bytes(" and half"));

        out.close();

        assertThat(read("key")).isEqualTo("half and half");
        assertThat(unfinished()).isEmpty();
    }

    private List<Path> unfinished() throws IOException {
        try (Stream<Path> left = Files.list(folder.resolve("unfinished"))) {
            return left.toList();
        }
    }

    @Test
    void whatIsCancelledWasNeverThere() throws Exception {
        AtomicOutputStream out = store.createBlob("key", meta(), null);
        out.write(bytes("half"));
        out.cancel();
        assertThat(keys()).isEmpty();

        store.createBlob("key", bytes("first"), meta(), null);
        AtomicOutputStream update = store.updateBlob("key", null);
        update.write(bytes("second"));
        update.cancel();

        assertThat(read("key")).isEqualTo("first");
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void readersGoOnWithTheVersionThatTheyOpened() throws Exception {
        store.createBlob("key", bytes("first"), meta(), null);
        long version = store.getBlobMeta("key", null).get_version();

        try (InputStreamWithMeta in = store.getBlob("key", null)) {
            store.updateBlob("key", bytes("second one"), null);

            assertThat(in.getVersion()).isEqualTo(version);
            assertThat(in.getFileLength()).isEqualTo(5);
            assertThat(in.readAllBytes()).isEqualTo(bytes("first"));
        }
        assertThat(read("key")).isEqualTo("second one");
    }

    @Test
    void everyUpdateHasAHigherVersion() throws Exception {
        store.createBlob("key", bytes("0"), meta(), null);
        long version = store.getBlobMeta("key", null).get_version();
        for (int i = 1; i < 50; i++) { // many within a millisecond
            store.updateBlob("key", bytes("" + i), null);

            long next = store.getBlobMeta("key", null).get_version();
            assertThat(next).isGreaterThan(version);
            version = next;
        }
    }

    @Test
    void refusesKeysThatAreThereOrNotThereOrNoKeys() throws Exception {
        store.createBlob("key", bytes("first"), meta(), null);

        assertThatThrownBy(() -> store.createBlob("key", bytes("x"), meta(), null))
                .isInstanceOf(KeyAlreadyExistsException.class)
                .hasMessageContaining("key");
        assertThatThrownBy(() -> store.updateBlob("none", null))
                .isInstanceOf(KeyNotFoundException.class)
                .hasMessageContaining("none");
        assertThatThrownBy(() -> store.getBlob("none", null))
                .isInstanceOf(KeyNotFoundException.class);
        assertThatThrownBy(() -> store.getBlobMeta("none", null))
                .isInstanceOf(KeyNotFoundException.class);
        assertThatThrownBy(() -> store.setBlobMeta("none", meta(), null))
                .isInstanceOf(KeyNotFoundException.class);
        assertThatThrownBy(() -> store.deleteBlob("none", null))
                .isInstanceOf(KeyNotFoundException.class);
        for (String wrong : List.of("", "..", ".", "a/b", "../a", "a\\b")) {
            assertThatThrownBy(() -> store.createBlob(wrong, meta(), null))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> store.updateBlobReplication("key", 3, null))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aDeletedBlobCanBeMadeAnew() throws Exception {
        store.createBlob("key", bytes("first"), meta(), null);
        AtomicOutputStream late = store.updateBlob("key", null);
        late.write(bytes("late"));

        store.deleteBlob("key", null);

        assertThatThrownBy(late::close)
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("'key'", "deleted", "create it");
        assertThat(keys()).isEmpty();
        store.createBlob("key", bytes("second"), meta(), null);
        assertThat(read("key")).isEqualTo("second");
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void whatFailsLeavesNothingBehind() throws Exception {
        store.createBlob("key", bytes("first"), meta(), null);
        Path data = folder.resolve("blobs/key/data");
        Files.delete(data);
        Files.createDirectories(data.resolve("in the way")); // no file takes its place

        assertThatThrownBy(() -> store.updateBlob("key", bytes("second"), null))
                .isInstanceOf(IOException.class);
        Path list = folder.resolve("blobs/key/meta");
        byte[] meta = Files.readAllBytes(list);
        BlobFiles files = BlobFiles.open(folder);
        assertThatThrownBy(
                        () ->
                                files.writeUnfinished(
                                        begun -> {
                                            Files.write(begun.resolve(BlobFiles.META), meta);
                                            files.replace("none", begun, BlobFiles.META);
                                            return begun;
                                        }))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> files.deleteBlob("none")).isInstanceOf(NoSuchFileException.class);

        assertThat(unfinished()).isEmpty();
    }

    @Test
    void ofSeveralWhoCreateItOneSucceeds() throws Exception {
        int writers = 8;
        CyclicBarrier start = new CyclicBarrier(writers);
        AtomicInteger created = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            String text = "writer " + i;
            threads.add(
                    new Thread(
                            () -> {
                                try {
                                    AtomicOutputStream out = store.createBlob("key", meta(), null);
                                    start.await();
                                    out.write(bytes(text));
                                    out.close();
                                    created.incrementAndGet();
                                } catch (IOException e) {
                                    assertThat(e).hasMessageContaining("by another client");
                                } catch (Exception e) {
                                    throw new AssertionError(e);
                                }
                            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(created).hasValue(1);
        assertThat(read("key")).startsWith("writer ");
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void listsOfAccessAreKeptAndLookedAtIfThatIsAskedFor() throws Exception {
        Map<String, Object> conf = new HashMap<>(StormConf.localMode());
        conf.put(Config.STORM_BLOBSTORE_ACL_VALIDATION_ENABLED, true);
        store = FileBlobStore.open(folder, conf);
        Subject ann = subject("ann");
        Subject bob = subject("bob");

        store.createBlob("key", bytes("first"), meta("u:bob:r--"), ann);

        assertThat(store.getBlobMeta("key", ann).get_settable().get_acl())
                .extracting(BlobStoreAclHandler::accessControlToString)
                .containsExactlyInAnyOrder("u:bob:r--", "u:ann:rwa");
        assertThat(store.readBlob("key", bob)).isEqualTo(bytes("first"));
        assertThatThrownBy(() -> store.updateBlob("key", bob))
                .isInstanceOf(AuthorizationException.class);
        assertThatThrownBy(() -> store.deleteBlob("key", bob))
                .isInstanceOf(AuthorizationException.class);
        assertThatThrownBy(() -> store.getBlob("key", subject("eve")))
                .isInstanceOf(AuthorizationException.class);
        store.setBlobMeta("key", meta("u:bob:rw-"), ann);
        store.updateBlob("key", bytes("second"), bob);
        assertThat(store.readBlob("key", bob)).isEqualTo(bytes("second"));
        // As on Storm, the user who sets the list gets only the admin right, unless it grants more.
        assertThatThrownBy(() -> store.getBlob("key", ann))
                .isInstanceOf(AuthorizationException.class);
    }

    private static Subject subject(String user) {
        Subject subject = new Subject();
        subject.getPrincipals().add(new SingleUserPrincipal(user));
        return subject;
    }

    @Test
    void saysWhichFolderCannotBeUsed() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> FileBlobStore.open(file, StormConf.localMode()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(file.toString(), "eyewall.state.dir");
    }
}
