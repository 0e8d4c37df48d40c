package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being read, with the number of its records that are not done. Records are numbered
 * from 0. Used by the spout's thread only.
 */
final class Reading {
    private static final int MAX_RECORDS = 1000;

    private final String uri;
    private final String name;
    private final FileStore.Local file;
    private final FileFormat format;

    private FileFormat.@Nullable Records records;
    private long next;
    private int unfinished;
    private boolean isAtEnd;

    Reading(String uri, String name, FileStore.Local file, FileFormat format) {
        this.uri = uri;
        this.name = name;
        this.file = file;
        this.format = format;
    }

    String name() {
        return name;
    }

    /**
     * Returns the next records; an unreadable part of the file yields one bad record.
     *
     * @throws IOException if the file cannot be opened now, for example because too many files are
     *     open
     */
    List<Message> next() throws IOException {
        List<Message> messages = new ArrayList<>();
        if (records == null && Files.exists(file.path())) {
            Files.newInputStream(file.path()).close();
        }
        try {
            FileFormat.Records open = records;
            if (open == null) {
                open = format.read(file.path());
                records = open;
            }
            while (!isAtEnd && messages.size() < MAX_RECORDS) {
                try {
                    List<Object> values = open.next();
                    if (values == null) {
                        end();
                    } else {
                        messages.add(message(values, null));
                    }
                } catch (BadRecordException e) {
                    messages.add(message(List.of(), e));
                }
            }
        } catch (IOException e) {
            // The file is damaged or gone: another attempt would not help.
            messages.add(message(List.of(), FilesReader.unreadable(e)));
            end();
        }
        return messages;
    }

    private Message message(List<Object> values, @Nullable BadRecordException bad) {
        unfinished++;
        return new Message(new Position(uri + name, next++, 0), values, bad);
    }

    private void end() throws IOException {
        isAtEnd = true;
        FileFormat.Records open = records;
        records = null;
        try {
            if (open != null) {
                open.close();
            }
        } finally {
            file.release();
        }
    }

    boolean isRead() {
        return isAtEnd;
    }

    boolean isDone() {
        return isAtEnd && unfinished == 0;
    }

    /** A record of the file. */
    final class Message implements Incoming {
        private final Position position;
        private final List<Object> values;
        private final @Nullable BadRecordException bad;

        Message(Position position, List<Object> values, @Nullable BadRecordException bad) {
            this.position = position;
            this.values = values;
            this.bad = bad;
        }

        void done() {
            unfinished--;
        }

        @Override
        public Position position() {
            return position;
        }

        @Override
        public List<Object> values() throws BadRecordException {
            if (bad != null) {
                throw bad;
            }
            return values;
        }

        @Override
        public String text() {
            if (bad != null) {
                return bad.record();
            }
            return values.isEmpty() ? "" : String.valueOf(values);
        }
    }
}
