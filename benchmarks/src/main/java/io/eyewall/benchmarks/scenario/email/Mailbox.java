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
 * The input of the study's pipeline: {@value #COUNT} generated emails, compressed, in memory, which
 * are read in an endless cycle. Reading decompresses them, as in the study's sources. Used by one
 * thread.
 */
public final class Mailbox {
    /** The number of emails in the cycle. */
    static final int COUNT = 2_000;

    private static final long SEED = 20_140_401;

    /** The Avro bytes of the emails. */
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
            throw new UncheckedIOException(e); // impossible: it writes to memory
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

    /**
     * Returns the bytes of each email as a string with one character per byte; every call returns
     * new strings.
     */
    public static String[] texts() {
        String[] texts = new String[COUNT];
        for (int i = 0; i < COUNT; i++) {
            texts[i] = new String(EMAILS[i], StandardCharsets.ISO_8859_1);
        }
        return texts;
    }

    /** Returns the Avro bytes of the next email. */
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
