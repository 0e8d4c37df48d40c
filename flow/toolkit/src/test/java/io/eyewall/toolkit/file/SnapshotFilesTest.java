package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.toolkit.snapshot.SnapshotId;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;

class SnapshotFilesTest {
    private static final String SERIES = "0123abcd-1111-2222-3333-444444444444";
    private static final String OTHER = "ffff0000-1111-2222-3333-444444444444";

    private static final Tuple TUPLE =
            (Tuple)
                    Proxy.newProxyInstance(
                            Tuple.class.getClassLoader(),
                            new Class<?>[] {Tuple.class},
                            (proxy, method, arguments) -> {
                                throw new UnsupportedOperationException(method.getName());
                            });

    private final List<String> medium = new ArrayList<>();

    private static SnapshotFiles files(String name, int task) {
        return new SnapshotFiles(
                new SnapshotFiles.Name(name),
                task,
                FileFormat.csv(Compression.none(), "a"),
                "the folder out");
    }

    /** Returns how many tuples are written of a snapshot that has one. */
    private int write(SnapshotFiles files, String series, long number) throws Exception {
        return files.write(
                new SnapshotId(series, number),
                List.of(TUPLE),
                new SnapshotFiles.Medium() {
                    @Override
                    public List<String> names() {
                        return medium;
                    }

                    @Override
                    public void write(String name, List<Tuple> tuples) {
                        medium.add(name);
                    }
                });
    }

    @Test
    void aSnapshotIsWrittenOnceWhateverProcessAsks() throws Exception {
        assertThat(write(files("out", 0), SERIES, 7)).isEqualTo(1);
        assertThat(write(files("out", 1), SERIES, 7)).isEqualTo(1);
        assertThat(write(files("out_2", 0), SERIES, 7)).isEqualTo(1);
        medium.add("20261124T200000.123Z-0-12345678.csv");
        assertThat(medium.get(0)).matches("\\d{8}T[0-9.]+Z-out-0-7-0123abcd\\.csv");
        SnapshotFiles next = files("out", 0);
        assertThat(write(next, SERIES, 7)).isZero();
        assertThat(write(next, SERIES, 9)).isEqualTo(1);
        assertThat(write(next, SERIES, 9)).isZero();
        assertThat(write(files("out", 1), SERIES, 9)).isEqualTo(1);
        assertThat(medium).hasSize(6);
    }

    /** The clock was set back: names do not sort by number any more. */
    @Test
    void theHighestNumberCounts() throws Exception {
        medium.add("20261124T200000.123Z-out-0-8-0123abcd.csv");
        medium.add("20261125T200000.123Z-out-0-7-0123abcd.csv");
        medium.add("20261126T200000.123Z-out-0-99-ffff0000.csv");
        assertThat(write(files("out", 0), SERIES, 8)).isZero();
        assertThatThrownBy(() -> write(files("out", 0), SERIES, 7))
                .hasMessageContaining("the folder out has the rows of snapshot 8");
    }

    @Test
    void anotherSeriesIsRefused() throws Exception {
        assertThat(write(files("out", 0), SERIES, 7)).isEqualTo(1);
        assertThatThrownBy(() -> write(files("out", 0), OTHER, 1))
                .hasMessageContaining("has rows of snapshots in another folder")
                .hasMessageContaining("give the sink another name");
    }

    @Test
    void aNameThatIsNoPartOfAFilesNameIsRefused() {
        assertThatThrownBy(() -> new SnapshotFiles.Name("a/b"))
                .hasMessage(
                        "the sink's name is 'a/b', expected letters, digits, dots and underscores");
    }
}
