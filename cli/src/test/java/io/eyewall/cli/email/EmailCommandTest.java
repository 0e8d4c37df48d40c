package io.eyewall.cli.email;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.examples.email.EmailFileReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class EmailCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path folder = Path.of(".");

    @BeforeEach
    void takeFolder(@TempDir Path temp) {
        folder = temp;
    }

    private int execute(String... args) {
        return new CommandLine(new EmailCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    private static int emails(Path file) throws IOException {
        int emails = 0;
        try (EmailFileReader reader = EmailFileReader.of(file)) {
            while (reader.next() != null) {
                emails++;
            }
        }
        return emails;
    }

    @Test
    void generatesTheSameMailboxAgain() throws IOException {
        Path first = folder.resolve("first.gz");
        Path second = folder.resolve("second.gz");

        assertThat(execute("generate", "--count", "50", "--seed", "3", "-o", first.toString()))
                .isZero();
        assertThat(execute("generate", "--count", "50", "--seed", "3", "-o", second.toString()))
                .isZero();

        assertThat(out.toString()).contains("50 emails, ").contains(first.toString());
        assertThat(emails(first)).isEqualTo(50);
        assertThat(first).hasSameBinaryContentAs(second);
    }

    @Test
    void importsWhatIsAnEmailAndTellsWhatIsNot() throws IOException {
        Path mail = Files.createDirectories(folder.resolve("mail"));
        Files.writeString(mail.resolve("1."), "From: a@enron.com\nDate: today\n\nHello\n");
        Files.writeString(mail.resolve("2."), "nothing of the kind\n");
        Path file = folder.resolve("emails.gz");

        assertThat(execute("import", mail.toString(), "-o", file.toString())).isZero();

        assertThat(out.toString()).contains("1 emails in " + file + ", 1 left out");
        assertThat(err.toString()).contains("left out: " + mail.resolve("2."));
        assertThat(emails(file)).isEqualTo(1);
    }

    @Test
    void leavesNoFileWhereThereIsNoEmail() throws IOException {
        Path mail = Files.createDirectories(folder.resolve("empty"));
        Path file = folder.resolve("emails.gz");
        assertThat(execute("import", mail.toString(), "-o", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("no email in [" + mail + "]");
        assertThat(file).doesNotExist();
    }

    @Test
    void saysWhatIsWrong() {
        String file = folder.resolve("emails.gz").toString();

        assertThat(execute("import", folder.resolve("none").toString(), "-o", file)).isEqualTo(1);
        assertThat(err.toString()).contains("none: no such file or folder");
        assertThat(execute("generate", "-o", folder.resolve("no/such").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("NoSuchFileException");
        assertThat(execute("generate", "--count", "-1", "-o", file)).isEqualTo(2);
        assertThat(err.toString()).contains("--count: expected 0 or more, not -1");
        assertThat(execute("generate")).isEqualTo(2);
        assertThat(err.toString()).contains("--output");
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("expected a subcommand: generate or import");
    }
}
