package io.eyewall.examples.email;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline without a topology: what the topology's results and its speed are compared with. For
 * one thread.
 */
public final class SequentialPipeline {
    private final EmailFilter filter;
    private final EmailModify modify;
    private final EmailCodec codec = new EmailCodec();
    private Totals totals = Totals.NONE;

    /**
     * @param filter whose emails are kept
     * @param names that are hidden
     */
    public SequentialPipeline(EmailFilter filter, List<String> names) {
        this.filter = filter;
        this.modify = new EmailModify(names);
    }

    /** What becomes of an email's Avro bytes, as such; null: it is not kept. */
    public byte @Nullable [] apply(byte[] email) {
        Email kept = filter.apply(codec.decode(email));
        if (kept == null) {
            return null;
        }
        Email modified = modify.apply(kept);
        BodyCount counts = BodyCount.of(modified.body());
        totals = totals.plus(counts);
        return codec.encode(modified.withCounts(counts));
    }

    /**
     * Reads files of emails, one after the other, and writes what is kept to one.
     *
     * @param out which stays open
     */
    public void run(List<Path> files, EmailFileWriter out) throws IOException {
        for (Path file : files) {
            try (EmailFileReader in = EmailFileReader.of(file)) {
                for (byte[] email = in.next(); email != null; email = in.next()) {
                    byte[] written = apply(email);
                    if (written != null) {
                        out.write(written);
                    }
                }
            }
        }
    }

    /** Of all emails so far that were kept. */
    public Totals totals() {
        return totals;
    }
}
