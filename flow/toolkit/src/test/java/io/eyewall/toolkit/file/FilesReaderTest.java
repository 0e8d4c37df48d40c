package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.toolkit.source.Incoming;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesReaderTest {
    private final Path folder;
    private final TreeSet<String> listed = new TreeSet<>();
    private final List<FileStore.TaskProgress> places = new ArrayList<>();

    FilesReaderTest(@TempDir Path folder) {
        this.folder = folder;
    }

    /** A store whose listing and files the test controls. */
    private final class Store implements FileStore {
        @Override
        public void open() {
            // The folder exists.
        }

        @Override
        public List<String> listAfter(String name) {
            return List.copyOf(listed.tailSet(name, false));
        }

        @Override
        public @Nullable LocalFile fetch(String name) {
            Path file = folder.resolve(name);
            return Files.exists(file) ? new LocalFile(file, false) : null;
        }

        @Override
        public List<TaskProgress> readProgress() {
            return places;
        }

        @Override
        public void writeProgress(TaskProgress progress) {
            // The test does not read the progress.
        }

        @Override
        public String uri() {
            return "";
        }

        @Override
        public void close() {
            // Nothing is kept open.
        }
    }

    private void write(String name) throws Exception {
        Files.writeString(folder.resolve(name), "of " + name);
        listed.add(name);
    }

    /** Some servers list a file under a temporary name until it is complete. */
    @Test
    void doesNotSkipFilesWhenAListedOneIsGone() throws Exception {
        FilesReader reader =
                new FilesReader(
                        new Store(), FileFormat.lines("line", Compression.none()), 0, false, 0, 1);
        reader.open();
        write("1");
        listed.add("2-as-it-is-written");
        write("3");

        List<Object> read = new ArrayList<>(poll(reader));
        assertThat(reader.poll()).as("2 is gone, and not there").isEmpty();
        listed.remove("2-as-it-is-written");
        write("2");
        read.addAll(poll(reader));
        read.addAll(poll(reader));

        assertThat(read).containsExactly("of 1", "of 2", "of 3");
    }

    /** Simulates a failure such as too many open files, by a socket in place of the file. */
    @Test
    void retriesAFileThatCannotBeOpened() throws Exception {
        FilesReader reader =
                new FilesReader(
                        new Store(), FileFormat.lines("line", Compression.none()), 0, false, 0, 1);
        reader.open();
        listed.add("1");
        write("2");
        Path first = folder.resolve("1");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(first));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(reader::poll).isInstanceOf(FileSystemException.class);
            }
        }
        Files.delete(first);
        write("1");
        List<Object> read = new ArrayList<>(poll(reader));
        read.addAll(poll(reader));
        assertThat(read).containsExactly("of 1", "of 2");
    }

    private static List<Object> poll(FilesReader reader) throws Exception {
        List<Object> values = new ArrayList<>();
        for (Incoming each : reader.poll()) {
            values.add(each.values().get(0));
        }
        return values;
    }

    /** Returns what tasks with the current progress read of the files 1 to 4, in order. */
    private List<String> read(int tasks) throws Exception {
        for (int i = 1; i <= 4; i++) {
            write(String.valueOf(i));
        }
        TreeSet<String> read = new TreeSet<>();
        for (int task = 0; task < tasks; task++) {
            FilesReader reader =
                    new FilesReader(
                            new Store(),
                            FileFormat.lines("line", Compression.none()),
                            0,
                            true,
                            task,
                            tasks);
            reader.open();
            while (!reader.ended()) {
                for (Incoming each : reader.poll()) {
                    read.add(each.text());
                }
            }
        }
        return List.copyOf(read);
    }

    /**
     * A task without progress may have begun, but have been killed before its first file was done.
     */
    @Test
    void doesNotUseAnotherTasksProgressForATaskWithoutOne() throws Exception {
        places.add(new FileStore.TaskProgress("0-of-2", "4"));

        assertThat(read(2)).containsExactly("[of 1]", "[of 3]");
    }

    @Test
    void skipsWhatAllTasksHadDoneWithAnotherNumberOfTasks() throws Exception {
        places.add(new FileStore.TaskProgress("0-of-2", "4"));
        places.add(new FileStore.TaskProgress("1-of-2", "1"));

        assertThat(read(1)).containsExactly("[of 2]", "[of 3]", "[of 4]");
    }

    @Test
    void skipsNothingIfATaskOfAnotherNumberHadDoneNothing() throws Exception {
        places.add(new FileStore.TaskProgress("0-of-2", "4"));

        assertThat(read(3)).containsExactly("[of 1]", "[of 2]", "[of 3]", "[of 4]");
    }
}
