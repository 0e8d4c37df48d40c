package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.toolkit.snapshot.SnapshotId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotFilesTest {
    private static final String SERIES = "0123abcd-1111-2222-3333-444444444444";
    private static final String OTHER = "ffff0000-1111-2222-3333-444444444444";

    private final List<String> medium = new ArrayList<>();

    private static SnapshotFiles files(String name, int task) {
        return new SnapshotFiles(
                new SnapshotFiles.Name(name),
                task,
                FileFormat.csv(Compression.none(), "a"),
                "the folder out");
    }

    private void write(SnapshotFiles files, long number) throws Exception {
        SnapshotId snapshot = new SnapshotId(SERIES, number);
        String name = files.nameOf(snapshot, () -> medium);
        assertThat(name).isNotNull();
        medium.add(name);
        files.onWritten(snapshot);
    }

    @Test
    void aSnapshotIsWrittenOnceWhateverProcessAsks() throws Exception {
        write(files("out", 0), 7);
        write(files("out", 1), 7);
        write(files("out_2", 0), 7);
        medium.add("20261124T200000.123Z-0-12345678.csv");
        assertThat(medium.get(0)).matches("\\d{8}T[0-9.]+Z-out-0-7-0123abcd\\.csv");
        SnapshotFiles next = files("out", 0);
        assertThat(next.nameOf(new SnapshotId(SERIES, 7), () -> medium)).isNull();
        write(next, 9);
        assertThat(next.nameOf(new SnapshotId(SERIES, 9), () -> medium)).isNull();
        assertThat(files("out", 1).nameOf(new SnapshotId(SERIES, 9), () -> medium)).isNotNull();
    }

    /** The clock was set back: names do not sort by number any more. */
    @Test
    void theHighestNumberCounts() throws Exception {
        medium.add("20261124T200000.123Z-out-0-8-0123abcd.csv");
        medium.add("20261125T200000.123Z-out-0-7-0123abcd.csv");
        medium.add("20261126T200000.123Z-out-0-99-ffff0000.csv");
        assertThat(files("out", 0).nameOf(new SnapshotId(SERIES, 8), () -> medium)).isNull();
        assertThatThrownBy(() -> files("out", 0).nameOf(new SnapshotId(SERIES, 7), () -> medium))
                .hasMessageContaining("the folder out has the rows of snapshot 8");
    }

    @Test
    void anotherSeriesIsRefused() throws Exception {
        write(files("out", 0), 7);
        assertThatThrownBy(() -> files("out", 0).nameOf(new SnapshotId(OTHER, 1), () -> medium))
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
