package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads standard input on a separate thread, which waits while the queue of records is full. The
 * spout's thread takes the records from the queue.
 */
final class StandardInputReader implements SourceReader {
    private static final int QUEUE_SIZE = 1000;

    private final FileFormat format;
    private final BlockingQueue<Message> arrived = new ArrayBlockingQueue<>(QUEUE_SIZE);
    private @Nullable Thread thread;
    private volatile boolean isReadToEnd;
    private volatile @Nullable RuntimeException failure;
    private long nextNumber;

    StandardInputReader(FileFormat format) {
        this.format = format;
    }

    @Override
    public void open() {
        if (thread == null) {
            Thread newThread = new Thread(this::readToEnd, "eyewall-standard-input");
            newThread.setDaemon(true);
            newThread.start();
            thread = newThread;
        }
    }

    private void readToEnd() {
        try {
            InputStream in = new UncloseableInput(System.in);
            try (FileFormat.Records records = format.read(in)) {
                while (enqueueNext(records)) {
                    // enqueueNext does the work
                }
            } catch (IOException e) {
                arrived.put(newMessage(List.of(), FilesReader.unreadableRest(e)));
            }
            isReadToEnd = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e; // rethrown by the spout's thread
        }
    }

    private boolean enqueueNext(FileFormat.Records records)
            throws IOException, InterruptedException {
        try {
            List<Object> values = records.next();
            if (values == null) {
                return false;
            }
            arrived.put(newMessage(values, null));
        } catch (BadRecordException e) {
            arrived.put(newMessage(List.of(), e));
        }
        return true;
    }

    private Message newMessage(List<Object> values, @Nullable BadRecordException badRecord) {
        return new Message(new Position("standard input", nextNumber++, 0), values, badRecord);
    }

    @Override
    public List<Incoming> poll() {
        List<Incoming> messages = new ArrayList<>();
        // The failure is read first: the records before it are in the queue by then.
        RuntimeException thrown = failure;
        arrived.drainTo(messages);
        if (messages.isEmpty() && thrown != null) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG, "standard input can't be read", thrown);
        }
        return messages;
    }

    @Override
    public boolean ended() {
        return isReadToEnd && arrived.isEmpty();
    }

    @Override
    public void done(Incoming message) {
        // A record of standard input cannot be read again, so there is nothing to release.
    }

    @Override
    public void commit() {
        // Standard input stores no progress.
    }

    @Override
    public void close() {
        // Records that were read wait for the next open; the thread ends with the process.
    }

    /** Standard input, which belongs to the process and must stay open. */
    private static final class UncloseableInput extends FilterInputStream {
        UncloseableInput(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
            // stays open
        }
    }

    private record Message(
            Position position, List<Object> record, @Nullable BadRecordException badRecord)
            implements Incoming {
        @Override
        public List<Object> values() throws BadRecordException {
            if (badRecord != null) {
                throw badRecord;
            }
            return record;
        }

        @Override
        public String text() {
            return badRecord == null ? String.valueOf(record) : badRecord.record();
        }
    }
}
