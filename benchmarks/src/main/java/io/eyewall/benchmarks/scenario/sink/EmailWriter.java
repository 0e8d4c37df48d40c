package io.eyewall.benchmarks.scenario.sink;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.examples.email.EmailFileWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/**
 * The last stage of the email pipeline: compresses emails and discards the output, as the study
 * does with {@code /dev/null}. Counts emails and their bytes. Created and used by one thread.
 */
public final class EmailWriter implements Consumer<byte[]> {
    private final Scoreboard.Cell countedCell = Scoreboard.claim(Role.COUNTED);
    private final Scoreboard.Cell bytesCell = Scoreboard.claim(Role.CHARACTERS);
    private final EmailFileWriter writer;

    /** Opens an email file whose output is discarded. */
    public EmailWriter() {
        try {
            writer = new EmailFileWriter(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // impossible: nothing is written
        }
    }

    @Override
    public void accept(byte[] email) {
        try {
            writer.write(email);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // impossible: nothing is written
        }
        bytesCell.add(email.length);
        countedCell.increment();
    }
}
