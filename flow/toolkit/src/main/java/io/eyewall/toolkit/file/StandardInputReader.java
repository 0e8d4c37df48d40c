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
    private volatile boolean isAtEnd;
    private volatile @Nullable RuntimeException failure;
    private long next;

    StandardInputReader(FileFormat format) {
        this.format = format;
    }

    @Override
    public void open() {
        if (thread == null) {
            Thread made = new Thread(this::read, "eyewall-standard-input");
            made.setDaemon(true);
            made.start();
            thread = made;
        }
    }

    private void read() {
        try {
            InputStream in = new NotClosed(System.in);
            try (FileFormat.Records records = format.read(in)) {
                while (enqueueNext(records)) {
                    // enqueueNext does the work
                }
            } catch (IOException e) {
                arrived.put(message(List.of(), FilesReader.unreadable(e)));
            }
            isAtEnd = true;
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
            arrived.put(message(values, null));
        } catch (BadRecordException e) {
            arrived.put(message(List.of(), e));
        }
        return true;
    }

    private Message message(List<Object> values, @Nullable BadRecordException bad) {
        return new Message(new Position("standard input", next++, 0), values, bad);
    }

    @Override
    public List<Incoming> poll() {
        List<Incoming> messages = new ArrayList<>();
        RuntimeException thrown =
                failure; // read first: records that precede the failure are in the queue by then
        arrived.drainTo(messages);
        if (messages.isEmpty() && thrown != null) {
            throw new ConnectorException(
                    ConnectorException.Category.CONFIG, "standard input can't be read", thrown);
        }
        return messages;
    }

    @Override
    public boolean ended() {
        return isAtEnd && arrived.isEmpty();
    }

    @Override
    public void done(Incoming message) {
        // Standard input keeps nothing to release.
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
    private static final class NotClosed extends FilterInputStream {
        NotClosed(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
            // stays open
        }
    }

    private record Message(Position position, List<Object> record, @Nullable BadRecordException bad)
            implements Incoming {
        @Override
        public List<Object> values() throws BadRecordException {
            if (bad != null) {
                throw bad;
            }
            return record;
        }

        @Override
        public String text() {
            return bad == null ? String.valueOf(record) : bad.record();
        }
    }
}
