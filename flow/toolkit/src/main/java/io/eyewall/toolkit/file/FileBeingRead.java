package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being read, or was read to its end and has records that are not done. Its records
 * are numbered from 0. Used by the spout's thread only.
 */
final class FileBeingRead {
    private static final int MAX_RECORDS_AT_ONCE = 1000;

    private final String uri;
    private final String name;
    private final FileStore.LocalFile file;
    private final FileFormat format;
    private final long firstRecord;

    private FileFormat.@Nullable Records records;
    private long nextNumber;
    private int undoneCount;
    private boolean isReadToEnd;

    /**
     * @param firstRecord number of the first record to return
     */
    FileBeingRead(
            String uri,
            String name,
            FileStore.LocalFile file,
            FileFormat format,
            long firstRecord) {
        this.uri = uri;
        this.name = name;
        this.file = file;
        this.format = format;
        this.firstRecord = firstRecord;
    }

    String name() {
        return name;
    }

    /**
     * Returns the next records. One bad record stands for the rest of the file if that is
     * unreadable.
     *
     * @throws IOException if the file cannot be opened now, for example because too many files are
     *     open
     */
    List<Message> readNext() throws IOException {
        List<Message> messages = new ArrayList<>();
        if (records == null && Files.exists(file.path())) {
            Files.newInputStream(file.path()).close(); // throws if the file cannot be opened now
        }
        try {
            FileFormat.Records openRecords = records;
            if (openRecords == null) {
                openRecords = format.read(file.path());
                records = openRecords;
            }
            for (int i = 0; !isReadToEnd && i < MAX_RECORDS_AT_ONCE; i++) {
                try {
                    List<Object> values = openRecords.next();
                    if (values == null) {
                        finish();
                        refuseIfShorter();
                    } else {
                        add(messages, values, null);
                    }
                } catch (BadRecordException e) {
                    add(messages, List.of(), e);
                }
            }
        } catch (IOException e) {
            // The file is damaged or gone: another attempt would not help.
            add(messages, List.of(), FilesReader.unreadableRest(e));
            finish();
        }
        return messages;
    }

    private void add(
            List<Message> messages, List<Object> values, @Nullable BadRecordException badRecord) {
        long number = nextNumber++;
        if (number >= firstRecord) {
            undoneCount++;
            messages.add(new Message(new Position(uri + name, number, 0), values, badRecord));
        }
    }

    private void refuseIfShorter() {
        if (nextNumber < firstRecord) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG,
                    uri
                            + name
                            + " has "
                            + nextNumber
                            + " records, but is to be read from record "
                            + firstRecord
                            + " on, where the snapshot of the topology ends: was it replaced?"
                            + " Restore it, or begin without state in another folder"
                            + " (eyewall.snapshot.dir)",
                    null);
        }
    }

    /** Returns whether the next record, if there is one, is the one with the given number. */
    boolean continuesAt(long number) {
        return Math.max(nextNumber, firstRecord) == number;
    }

    /** Closes the file before its end. */
    void abandon() throws IOException {
        if (!isReadToEnd) {
            finish();
        }
    }

    /** Closes the file, from which nothing more is read. */
    private void finish() throws IOException {
        isReadToEnd = true;
        FileFormat.Records openRecords = records;
        records = null;
        try {
            if (openRecords != null) {
                openRecords.close();
            }
        } finally {
            file.deleteIfTemporary();
        }
    }

    boolean isReadToEnd() {
        return isReadToEnd;
    }

    boolean isDone() {
        return isReadToEnd && undoneCount == 0;
    }

    /** A record of the file. */
    final class Message implements Incoming {
        private final Position position;
        private final List<Object> values;
        private final @Nullable BadRecordException badRecord;

        Message(Position position, List<Object> values, @Nullable BadRecordException badRecord) {
            this.position = position;
            this.values = values;
            this.badRecord = badRecord;
        }

        void markDone() {
            undoneCount--;
        }

        @Override
        public Position position() {
            return position;
        }

        @Override
        public List<Object> values() throws BadRecordException {
            if (badRecord != null) {
                throw badRecord;
            }
            return values;
        }

        @Override
        public String text() {
            if (badRecord != null) {
                return badRecord.record();
            }
            return values.isEmpty() ? "" : String.valueOf(values);
        }
    }
}
