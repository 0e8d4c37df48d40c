package io.eyewall.examples.email;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline without a topology, as the reference for the topology's results and speed. Confined
 * to one thread.
 */
public final class SequentialPipeline {
    private final EmailFilter filter;
    private final EmailModify modify;
    private final EmailCodec codec = new EmailCodec();
    private Totals totals = Totals.NONE;

    /**
     * @param filter selects the emails to keep
     * @param names the names to hide
     */
    public SequentialPipeline(EmailFilter filter, List<String> names) {
        this.filter = filter;
        this.modify = new EmailModify(names);
    }

    /**
     * Processes an email in Avro bytes; returns the result in Avro bytes, or null if it is dropped.
     */
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
     * Reads files of emails, one after the other, and writes the kept emails to one file.
     *
     * @param files the input files
     * @param out the output, which stays open
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

    /** Returns the totals of all emails kept so far. */
    public Totals totals() {
        return totals;
    }
}
