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

/** How records stand in a file. */
public interface FileFormat extends Serializable {
    /** The fields of a record. */
    Fields fields();

    /** What the names of such files end with. */
    String suffix();

    /** Opens a file. */
    Records read(Path file) throws IOException;

    /**
     * Reads what is no file, such as standard input.
     *
     * @throws UnsupportedOperationException if the format has to look at the end first
     */
    default Records read(InputStream bytes) throws IOException {
        throw new UnsupportedOperationException(suffix() + " is read from files only");
    }

    /**
     * Writes a file as a whole; replaces what was there.
     *
     * @throws BadRecordException if one of the tuples can't be written so
     */
    void write(Path file, List<Tuple> tuples) throws IOException, BadRecordException;

    /** The records of a file, one after the other. */
    interface Records extends Closeable {
        /**
         * The next record, null at the end.
         *
         * @throws BadRecordException if it is none; the next may be one
         * @throws IOException if the rest can't be read
         */
        @Nullable List<Object> next() throws IOException, BadRecordException;
    }

    /** Lines of UTF-8 in one field, compressed as told. */
    static FileFormat lines(String field, Compression compression) {
        return new LineFormat(field, compression);
    }

    /** CSV whose first row names the columns; values are text. */
    static FileFormat csv(Compression compression, String... fields) {
        return new CsvFormat(List.of(fields), compression);
    }

    /** An object of JSON on each line, of which some names are fields. */
    static FileFormat jsonLines(Compression compression, String... fields) {
        return new JsonLineFormat(List.of(fields), compression);
    }
}
