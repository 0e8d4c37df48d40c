package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.source.Incoming;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads files as people and other programs write them. */
class TextTest {
    private static final FileFormat CSV = FileFormat.csv(Compression.none(), "id", "name");

    private static InputStream bytes(String latin1) {
        return new ByteArrayInputStream(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns records, and the reasons of bad ones. */
    private static List<Object> read(FileFormat format, InputStream bytes) throws IOException {
        List<Object> read = new ArrayList<>();
        try (FileFormat.Records records = format.read(bytes)) {
            while (true) {
                try {
                    List<Object> record = records.next();
                    if (record == null) {
                        return read;
                    }
                    read.add(record);
                } catch (BadRecordException e) {
                    read.add(e.reason());
                }
            }
        }
    }

    @Test
    void skipsAByteOrderMark() throws IOException {
        String mark = "\u00ef\u00bb\u00bf"; // the bytes of the mark
        assertThat(read(CSV, bytes(mark + "id,name\r\n1,a\r\n")))
                .containsExactly(List.of("1", "a"));
        assertThat(read(FileFormat.lines("line", Compression.none()), bytes(mark + "a\n\nb")))
                .containsExactly(List.of("a"), List.of(""), List.of("b"));
        assertThat(
                        read(
                                FileFormat.jsonLines(Compression.none(), "id"),
                                bytes(mark + "{\"id\": 1}\n")))
                .containsExactly(List.of(1));
        assertThat(read(FileFormat.lines("line", Compression.none()), bytes(mark))).isEmpty();
    }

    @Test
    void losesOnlyTheRowThatIsNotUtf8OrNotCsv() throws IOException {
        assertThat(
                        read(
                                CSV,
                                bytes(
                                        """
                                        id,name
                                        1,M\u00fcller
                                        2,M\u00c3\u00bcller
                                        3,"a"b
                                        4,"a,b" ,5
                                        5,"c"
                                        """)))
                .containsExactly(
                        "field 2 is not UTF-8",
                        List.of("2", "Müller"),
                        "text behind the closing quote of field 2",
                        "text behind the closing quote of field 2",
                        List.of("5", "c"));
    }

    /** Text between two quotes is one record, even if several were meant. */
    @Test
    void countsTheLinesThatASuperfluousQuoteJoins() throws Exception {
        countsLines("2,\"5 inch nail\n3,nut\n4,x\n5,\"6 inch\"\n", 2, 5);
        countsLines("2,\"5 inch nail\n3,nut\n4,x\"\"\n", 2, 4); // never closed
        countsLines("2,\"5 inch nail\n3,nut", 2, 3);
        countsLines("2,\"5 inch\n3,nut\",9\n", 2, 3); // another number of fields
        countsLines("2,\"5 inch\r\n3,\"\"nut\"x\r\n", 2, 3);
    }

    private static void countsLines(String rows, int first, int last) throws Exception {
        try (FileFormat.Records records = CSV.read(bytes("id,name\n" + rows))) {
            assertThatThrownBy(records::next)
                    .as(rows)
                    .isInstanceOfSatisfying(
                            BadRecordException.class,
                            e -> {
                                assertThat(e.records()).isEqualTo(last - first + 1);
                                assertThat(e.reason())
                                        .contains(
                                                "lines " + first + " to " + last + " stand for one",
                                                "a quote in line " + first);
                            });
        }
    }

    /** A dead letter contains the record's text, not only its position. */
    @Test
    void keepsTheTextOfABadRecord(@TempDir Path folder) throws IOException {
        Path json = Files.writeString(folder.resolve("a"), "{\"id\": 1}\n{id\n[2]\n");
        assertThat(texts(json, FileFormat.jsonLines(Compression.none(), "id")))
                .containsExactly("[1]", "{id", "[2]");
        Path csv = Files.writeString(folder.resolve("b"), "id,name\n1,\"a,b\",c\n");
        assertThat(texts(csv, CSV)).containsExactly("1,\"a,b\",c");
    }

    /** Records do not depend on how many characters a read returns. */
    @Test
    void readsTheSameInPieces() {
        Random random = new Random(5);
        String characters = "ab,,\"\"\n\n\r\uDBFF日";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(14); length > 0; length--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            String whole = text.toString();
            assertThat(records(new Csv(new InPieces(whole, random), ',')))
                    .as(whole)
                    .isEqualTo(records(Csv.of(whole, ',')));
        }
    }

    /** The records of a text and the places of bad ones. */
    private static List<String> records(Csv csv) {
        List<String> records = new ArrayList<>();
        while (true) {
            try {
                List<@Nullable String> fields = csv.read();
                if (fields == null) {
                    return records;
                }
                records.add(csv.line() + ": " + fields);
            } catch (BadRecordException e) {
                records.add(csv.line() + ": " + e.reason() + ", " + e.records());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Reads one to three characters at a time. */
    private static final class InPieces extends StringReader {
        private final Random random;

        InPieces(String text, Random random) {
            super(text);
            this.random = random;
        }

        @Override
        public int read(char[] buffer, int from, int length) throws IOException {
            return super.read(buffer, from, Math.min(length, 1 + random.nextInt(3)));
        }
    }

    @Test
    void rejectsARepeatedColumn() {
        assertThatThrownBy(() -> read(CSV, bytes("id,name,id\n1,a,2\n")))
                .isInstanceOf(IOException.class)
                .hasMessage("column 'id' occurs twice in [id, name, id]");
    }

    @Test
    void acceptsOneJsonObjectPerLine() throws IOException {
        FileFormat json = FileFormat.jsonLines(Compression.none(), "a");
        for (String bad :
                List.of(
                        "{\"a\": 1} {\"a\": 2}",
                        "{\"a\": 1}}",
                        "{\"a\": -}",
                        "{\"a\": \"\\a\"}",
                        "{\"a\": 1.}",
                        "{\"a\": 12\0}",
                        "[1]",
                        "123\0",
                        "")) {
            assertThat(read(json, bytes(bad + "\n{\"a\": 3}\n")))
                    .as(bad)
                    .satisfiesExactly(
                            record -> assertThat(record).asString().startsWith("no JSON"),
                            record -> assertThat(record).isEqualTo(List.of(3)));
        }
    }

    private static List<String> texts(Path file, FileFormat format) throws IOException {
        return new FileBeingRead("", "file", new FileStore.LocalFile(file, false), format, 0)
                .readNext().stream().map(Incoming::text).toList();
    }

    @Test
    void limitsTheMemoryOfAnUnclosedQuote() {
        Csv csv = new Csv(new StringReader("a\n\"b" + "\n".repeat(17 << 20)), ',');
        assertThatThrownBy(
                        () -> {
                            csv.read();
                            csv.read();
                        })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the record of line 2 is longer than");
    }

    /** Simulates a pipe in which the second member arrives only after the first has been read. */
    private static final class Slow extends ByteArrayInputStream {
        Slow(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] into, int from, int most) {
            return super.read(into, from, Math.min(most, 1));
        }

        @Override
        public synchronized int available() {
            return 0;
        }
    }

    @Test
    void readsAllGzipMembersEvenFromAPipe() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        for (String line : List.of("first\n", "second\n")) {
            try (OutputStream out = Compression.gzip().writing(new NotClosed(both))) {
                out.write(line.getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(read(FileFormat.lines("line", Compression.gzip()), new Slow(both.toByteArray())))
                .containsExactly(List.of("first"), List.of("second"));
    }

    private static final class NotClosed extends java.io.FilterOutputStream {
        NotClosed(OutputStream out) {
            super(out);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    /** A format that cannot be read from a stream. */
    private static final class FilesOnly implements FileFormat {
        private static final long serialVersionUID = 1L;

        @Override
        public Fields fields() {
            return new Fields("x");
        }

        @Override
        public String suffix() {
            return ".only";
        }

        @Override
        public Records read(Path file) throws IOException {
            throw new IOException("not called");
        }

        @Override
        public void write(Path file, List<Tuple> tuples) throws IOException {
            throw new IOException("not called");
        }
    }

    @Test
    void keepsTheTextOfABadRecordFromStandardInput() throws Exception {
        InputStream before = System.in;
        try {
            System.setIn(bytes("id,name\n1,a,surplus\n"));
            StandardInputReader reader = new StandardInputReader(CSV);
            reader.open();
            List<String> texts = new ArrayList<>();
            Await.until(
                    "its end",
                    () -> {
                        reader.poll().forEach(each -> texts.add(each.text()));
                        return reader.ended();
                    });
            assertThat(texts).singleElement().asString().contains("surplus");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void readsCsvFromStandardInputAndRejectsFormatsForFilesOnly() throws Exception {
        InputStream before = System.in;
        try {
            System.setIn(bytes("id,name\n1,a\n"));
            StandardInputReader reader = new StandardInputReader(CSV);
            reader.open();
            List<Object> read = new ArrayList<>();
            Await.until(
                    "its end",
                    () -> {
                        for (Incoming each : reader.poll()) {
                            read.add(each.values());
                        }
                        return reader.ended();
                    });
            assertThat(read).containsExactly(List.of("1", "a"));

            StandardInputReader wrong = new StandardInputReader(new FilesOnly());
            wrong.open();
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 1000 && !wrong.ended(); i++) {
                                    wrong.poll();
                                    Thread.sleep(10);
                                }
                            })
                    .isInstanceOf(ConnectorException.class)
                    .hasRootCauseMessage(".only can be read from files only");
        } finally {
            System.setIn(before);
        }
    }
}
