package io.eyewall.cli.email;

import io.eyewall.examples.email.MailboxGenerator;
import io.eyewall.examples.email.SpamGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code eyewall email generate}: generates emails with the size distribution of the Enron corpus.
 */
@Command(
        name = "generate",
        description =
                "Generate emails whose sizes are distributed like those of the Enron corpus. The"
                        + " same seed yields the same emails.",
        footer = {"", "Exit codes: 0 written, 1 failed, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class GenerateCommand extends EmailSubcommand {
    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "10000",
            description =
                    "Number of emails (default: ${DEFAULT-VALUE}; the corpus has half a million).")
    private int count;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--spam", description = "Generate spam, to train the spam detector.")
    private boolean spam;

    @Override
    Written write(Path file) throws IOException {
        if (count < 0) {
            throw usageError("--count: expected 0 or more, not " + count);
        }
        if (spam) {
            new SpamGenerator(seed).write(file, 0, count);
        } else {
            new MailboxGenerator(seed).write(file, 0, count);
        }
        long bytes = Files.size(file);
        return new Written(
                count + " emails, " + bytes + " bytes compressed, in " + file,
                line -> {
                    line.writeNumberField("emails", count);
                    line.writeNumberField("bytes", bytes);
                });
    }
}
