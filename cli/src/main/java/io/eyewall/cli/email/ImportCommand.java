package io.eyewall.cli.email;

import io.eyewall.examples.email.EmailFileWriter;
import io.eyewall.examples.email.MailboxImport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eyewall email import}: imports real emails from maildir folders and mbox files. */
@Command(
        name = "import",
        description =
                "Import real emails: files with one message each, as in Enron's maildir, and mbox"
                        + " files.",
        footer = {"", "Exit codes: 0 written, 1 failed, or no emails found, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class ImportCommand extends EmailSubcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR|FILE",
            description = "Files or folders with emails; folders are searched recursively.")
    private List<Path> roots = List.of();

    private long omitted;

    @Override
    Written write(Path file) throws IOException {
        for (Path root : roots) {
            if (!Files.isReadable(root)) {
                throw new IOException(root + ": no such file or folder, or it can't be read");
            }
        }
        long emails;
        try (EmailFileWriter out = EmailFileWriter.to(file)) {
            emails = importAll(out);
        } catch (IOException e) {
            deleteIncomplete(file);
            throw e;
        }
        return new Written(
                emails + " emails in " + file + ", " + omitted + " left out",
                line -> {
                    line.writeNumberField("emails", emails);
                    line.writeNumberField("leftOut", omitted);
                });
    }

    private long importAll(EmailFileWriter out) throws IOException {
        MailboxImport mailbox = new MailboxImport(out, this::reportOmission);
        for (Path root : roots) {
            mailbox.add(root);
        }
        if (mailbox.emails() == 0) {
            throw new IOException("no email in " + roots);
        }
        return mailbox.emails();
    }

    /** Deletes an incomplete file, which would look complete. */
    private static void deleteIncomplete(Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            Files.delete(file);
        }
    }

    private void reportOmission(String reason) {
        omitted++;
        printMessage("eyewall: left out: " + reason);
    }
}
