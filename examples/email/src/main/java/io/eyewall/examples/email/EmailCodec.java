package io.eyewall.examples.email;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes emails in Avro's binary format with the schema {@code email.avsc}, field by
 * field with Avro's encoder and decoder. Confined to one thread, because it reuses buffers.
 */
public final class EmailCodec {
    private static final int NOT_NULL = 0; // the first branch of the schema's unions
    private static final int NULL = 1;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
    private @Nullable BinaryEncoder encoder;
    private @Nullable BinaryDecoder decoder;

    /** Returns the schema, which is Figure 1 of the study. */
    public static Schema schema() {
        try (InputStream in = EmailCodec.class.getResourceAsStream("email.avsc")) {
            return new Schema.Parser().parse(Objects.requireNonNull(in, "email.avsc"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns an email's bytes. */
    public byte[] encode(Email email) {
        try {
            bytes.reset();
            encoder = EncoderFactory.get().directBinaryEncoder(bytes, encoder);
            encoder.writeString(email.id());
            encoder.writeString(email.from());
            encoder.writeString(email.date());
            write(encoder, email.subject());
            encoder.writeString(email.to());
            write(encoder, email.cc());
            write(encoder, email.bcc());
            write(encoder, email.body());
            BodyCount counts = email.counts();
            write(encoder, counts == null ? null : counts.characters());
            write(encoder, counts == null ? null : counts.words());
            write(encoder, counts == null ? null : counts.paragraphs());
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen in memory
        }
    }

    private static void write(BinaryEncoder encoder, @Nullable String text) throws IOException {
        if (text == null) {
            encoder.writeIndex(NULL);
        } else {
            encoder.writeIndex(NOT_NULL);
            encoder.writeString(text);
        }
    }

    private static void write(BinaryEncoder encoder, @Nullable Integer number) throws IOException {
        if (number == null) {
            encoder.writeIndex(NULL);
        } else {
            encoder.writeIndex(NOT_NULL);
            encoder.writeInt(number);
        }
    }

    /**
     * Returns the email of Avro bytes.
     *
     * @throws IllegalArgumentException if the bytes do not follow the schema, or bytes are left
     *     over
     */
    public Email decode(byte[] email) {
        try {
            decoder = DecoderFactory.get().binaryDecoder(email, decoder);
            Email decoded =
                    new Email(
                            decoder.readString(),
                            decoder.readString(),
                            decoder.readString(),
                            readText(decoder),
                            decoder.readString(),
                            readText(decoder),
                            readText(decoder),
                            readText(decoder),
                            readCounts(decoder));
            if (!decoder.isEnd()) {
                throw new IllegalArgumentException(
                        "an email of "
                                + email.length
                                + " bytes: bytes are left over after its last field");
            }
            return decoded;
        } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "an email of "
                            + email.length
                            + " bytes does not follow the Avro schema of emails: "
                            + e.getMessage(),
                    e);
        }
    }

    private static @Nullable String readText(BinaryDecoder decoder) throws IOException {
        return isNull(decoder) ? null : decoder.readString();
    }

    private static @Nullable Integer readNumber(BinaryDecoder decoder) throws IOException {
        return isNull(decoder) ? null : decoder.readInt();
    }

    private static @Nullable BodyCount readCounts(BinaryDecoder decoder) throws IOException {
        Integer characters = readNumber(decoder);
        Integer words = readNumber(decoder);
        Integer paragraphs = readNumber(decoder);
        return characters == null || words == null || paragraphs == null
                ? null
                : new BodyCount(characters, words, paragraphs);
    }

    private static boolean isNull(BinaryDecoder decoder) throws IOException {
        int branch = decoder.readIndex();
        if (branch != NOT_NULL && branch != NULL) {
            throw new IOException(
                    "a field is of branch " + branch + " of its union, which has two");
        }
        return branch == NULL;
    }
}
