package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A format of records in files. Implementations are immutable and serializable; the records of an
 * open file belong to one thread.
 */
public interface FileFormat extends Serializable {
    /** Returns the fields of a record. */
    Fields fields();

    /** Returns the suffix of the names of such files. */
    String suffix();

    /** Opens a file for reading. */
    Records read(Path file) throws IOException;

    /**
     * Reads a stream that is not a file, such as standard input.
     *
     * @throws UnsupportedOperationException if the format must read the end of the file first
     */
    default Records read(InputStream bytes) throws IOException {
        throw new UnsupportedOperationException(suffix() + " can be read from files only");
    }

    /**
     * Writes a whole file; replaces an existing one.
     *
     * @throws BadRecordException if one of the tuples cannot be written in this format
     */
    void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException;

    /** The records of an open file, in their order. */
    interface Records extends Closeable {
        /**
         * Returns the next record, or null at the end.
         *
         * @throws BadRecordException if the record is malformed; the next one may be good
         * @throws IOException if the rest of the file cannot be read
         */
        @Nullable List<Object> next() throws IOException, BadRecordException;
    }

    /** Returns the format of lines in UTF-8, each in one field, with the given compression. */
    static FileFormat lines(String field, Compression compression) {
        return new LineFormat(field, compression);
    }

    /** Returns CSV whose first row names the columns; values are text. */
    static FileFormat csv(Compression compression, String... fields) {
        return new CsvFormat(List.of(fields), compression);
    }

    /**
     * Returns the format of one JSON object per line, of which the members with the given names
     * become fields.
     */
    static FileFormat jsonLines(Compression compression, String... fields) {
        return new JsonLineFormat(List.of(fields), compression);
    }
}
