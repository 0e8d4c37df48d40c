package io.eyewall.examples.email;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The pipeline as a plain loop: what the topology's results and its speed are compared with. */
public final class SequentialPipeline {
    private final EmailFilter filter;
    private final EmailModify modify;
    private final EmailCodec codec = new EmailCodec();

    /**
     * @param filter whose emails are kept
     * @param names that are hidden
     */
    public SequentialPipeline(EmailFilter filter, List<String> names) {
        this.filter = filter;
        this.modify = new EmailModify(names);
    }

    /**
     * Reads files of emails, one after the other, and writes what is kept to one.
     *
     * @param out which stays open
     */
    public Totals run(List<Path> files, EmailFileWriter out) throws IOException {
        Totals totals = Totals.NONE;
        for (Path file : files) {
            try (EmailFileReader in = new EmailFileReader(file)) {
                for (byte[] email = in.next(); email != null; email = in.next()) {
                    Email kept = filter.apply(codec.decode(email));
                    if (kept != null) {
                        Email modified = modify.apply(kept);
                        BodyCount counts = BodyCount.of(modified.body());
                        totals = totals.plus(counts);
                        out.write(codec.encode(modified.withCounts(counts)));
                    }
                }
            }
        }
        return totals;
    }
}
