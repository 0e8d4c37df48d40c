package io.eyewall.benchmarks.scenario.email;

import io.eyewall.examples.email.EmailCodec;
import io.eyewall.examples.email.EmailFileReader;
import io.eyewall.examples.email.EmailFileWriter;
import io.eyewall.examples.email.MailboxGenerator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The input of the study's pipeline: {@value #COUNT} generated emails, compressed, in memory, read
 * again and again. Reading decompresses, as the study's sources do. For one thread.
 */
public final class Mailbox {
    /** How many emails there are before they come again. */
    static final int COUNT = 2_000;

    private static final long SEED = 20_140_401;

    /** Their Avro bytes. */
    static final byte[][] EMAILS = emails();

    private static final byte[] FILE = file();

    private EmailFileReader reader = open();

    private static byte[][] emails() {
        MailboxGenerator generator = new MailboxGenerator(SEED);
        EmailCodec codec = new EmailCodec();
        byte[][] emails = new byte[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            emails[i] = codec.encode(generator.email(i));
        }
        return emails;
    }

    private static byte[] file() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (EmailFileWriter writer = new EmailFileWriter(file)) {
            for (byte[] email : EMAILS) {
                writer.write(email);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never: it goes into memory
        }
        return file.toByteArray();
    }

    private static EmailFileReader open() {
        try {
            return new EmailFileReader("mailbox", new ByteArrayInputStream(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The emails' bytes as strings of as many characters; every call returns new strings. */
    public static String[] texts() {
        String[] texts = new String[COUNT];
        for (int i = 0; i < COUNT; i++) {
            texts[i] = new String(EMAILS[i], StandardCharsets.ISO_8859_1);
        }
        return texts;
    }

    /** The next email's Avro bytes. */
    public byte[] next() {
        try {
            byte[] email = reader.next();
            if (email == null) {
                reader.close();
                reader = open();
                email = reader.next();
            }
            if (email == null) {
                throw new IllegalStateException("the mailbox is empty");
            }
            return email;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
