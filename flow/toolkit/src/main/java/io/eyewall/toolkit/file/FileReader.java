package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.ConnectorException.Category;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.RewindableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one file once. Used by the spout's thread only. */
final class FileReader implements RewindableReader {
    private final Path file;
    private final FileFormat format;
    private @Nullable FileBeingRead openedFile;

    FileReader(Path file, FileFormat format) {
        this.file = file;
        this.format = format;
    }

    @Override
    public void open() {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new ConnectorException(Category.CONFIG, file + " is not a readable file", null);
        }
        if (openedFile == null) {
            openedFile = openFrom(0);
        }
    }

    private FileBeingRead openFrom(long firstRecord) {
        FileStore.LocalFile localFile = new FileStore.LocalFile(file, false);
        return new FileBeingRead("", file.toString(), localFile, format, firstRecord);
    }

    /** Reads the file again from its beginning, as records have no fixed place in it. */
    @Override
    public void rewind(Map<String, Long> offsets) throws IOException {
        Long lastRecord = offsets.get(file.toString());
        long firstRecord = lastRecord == null ? 0 : lastRecord + 1;
        FileBeingRead currentFile = openedFile;
        if (currentFile != null && !currentFile.continuesAt(firstRecord)) {
            currentFile.abandon();
            openedFile = openFrom(firstRecord);
        }
    }

    @Override
    public void release(Map<String, Long> offsets) {
        // The file is read from its beginning when the topology starts again.
    }

    @Override
    public List<? extends Incoming> poll() throws IOException {
        FileBeingRead currentFile = openedFile;
        return currentFile == null || currentFile.isReadToEnd()
                ? List.of()
                : currentFile.readNext();
    }

    @Override
    public boolean ended() {
        FileBeingRead currentFile = openedFile;
        return currentFile != null && currentFile.isReadToEnd();
    }

    @Override
    public void done(Incoming message) {
        ((FileBeingRead.Message) message).markDone();
    }

    @Override
    public void commit() {
        // The file is read from its beginning when the topology starts again.
    }

    @Override
    public void close() {
        // FileBeingRead closes the file when it was read to its end.
    }
}
