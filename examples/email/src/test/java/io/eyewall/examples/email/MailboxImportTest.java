package io.eyewall.examples.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailboxImportTest {
    private final List<String> refused = new ArrayList<>();
    private Path folder = Path.of(".");

    @BeforeEach
    void takeFolder(@TempDir Path temp) {
        folder = temp;
    }

    private List<Email> imported(Path root) throws IOException {
        Path file = folder.resolve("out.gz");
        try (EmailFileWriter writer = EmailFileWriter.to(file)) {
            MailboxImport mailbox = new MailboxImport(writer, refused::add);
            mailbox.add(root);
        }
        List<Email> emails = new ArrayList<>();
        EmailCodec codec = new EmailCodec();
        try (EmailFileReader reader = EmailFileReader.of(file)) {
            for (byte[] email = reader.next(); email != null; email = reader.next()) {
                emails.add(codec.decode(email));
            }
        }
        return emails;
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve("mail").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text, StandardCharsets.ISO_8859_1);
    }

    @Test
    void whatCanNotBeReadIsLeftOut() throws IOException {
        write("a/1.", "From: a@enron.com\nDate: today\n\nHello\n");
        Path file = write("b/1.", "From: b@enron.com\nDate: today\n\nHello\n");
        Path below = write("c/d/1.", "From: c@enron.com\nDate: today\n\nHello\n").getParent();
        write("e/1.", "From: e@enron.com\nDate: today\n\nHello\n");
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(below);
        Files.setPosixFilePermissions(file, Set.of());
        Files.setPosixFilePermissions(below, Set.of());
        try {
            assumeFalse(Files.isReadable(file), "root reads everything");
            assertThat(imported(folder.resolve("mail")))
                    .extracting(Email::from)
                    .containsExactly("a@enron.com", "e@enron.com");
            assertThat(refused).hasSize(2);
        } finally {
            Files.setPosixFilePermissions(below, before);
        }
    }

    @Test
    void readsAMaildirInTheOrderOfPaths() throws IOException {
        write(
                "allen-p/inbox/1.",
                """
                Message-ID: <1.JavaMail.evans@thyme>
                Date: Mon, 14 May 2001 16:39:00 -0700 (PDT)
                From: phillip.allen@enron.com
                To: tim.belden@enron.com,
                \t"Ann Other" <ann@example.org>
                Subject: Forecast: gas
                Cc: x@enron.com
                X-Folder: \\Phillip_Allen

                Here is our forecast

                Caf\u00e9
                """);
        write("allen-p/inbox/.hidden", "not an email");
        write("allen-p/deleted/2.", "Subject: no sender\nDate: today\n\nbody\n");

        assertThat(imported(folder.resolve("mail")))
                .containsExactly(
                        new Email(
                                "<1.JavaMail.evans@thyme>",
                                "phillip.allen@enron.com",
                                "Mon, 14 May 2001 16:39:00 -0700 (PDT)",
                                "Forecast: gas",
                                "tim.belden@enron.com, ann@example.org",
                                "x@enron.com",
                                null,
                                "Here is our forecast\n\nCaf\u00e9",
                                null));
        assertThat(refused).hasSize(1);
        assertThat(refused.get(0)).contains("deleted/2.").contains("'from:'");
    }

    @Test
    void readsTheMessagesOfAnMbox() throws IOException {
        Path mbox =
                write(
                        "inbox.mbox",
                        """
                        From a@enron.com Mon May 14 16:39:00 2001
                        From: a@enron.com
                        Date: today

                        >From here it begins
                        >>From there it goes on
                        > From is quoted
                        From the desk of Ann, as some programs leave it

                        From b@enron.com Tue May 15 16:39:00 2001
                        From: b@enron.com
                        Date: tomorrow
                        """);

        List<Email> emails = imported(mbox);

        assertThat(emails).extracting(Email::from).containsExactly("a@enron.com", "b@enron.com");
        assertThat(emails.get(0).id()).isEqualTo(mbox + "#0");
        assertThat(emails.get(0).body())
                .isEqualTo(
                        """
                        From here it begins
                        >From there it goes on
                        > From is quoted
                        From the desk of Ann, as some programs leave it
                        """);
        assertThat(emails.get(1).body()).isNull();
        assertThat(refused).isEmpty();
    }
}
