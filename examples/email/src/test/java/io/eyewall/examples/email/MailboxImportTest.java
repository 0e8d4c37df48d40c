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

    private Email parsed(String header, String body) throws IOException {
        write("one", "From: a@enron.com\nDate: today\n" + header + "\n" + body);
        List<Email> emails = imported(folder.resolve("mail"));
        assertThat(refused).isEmpty();
        return emails.get(0);
    }

    private String body(String header, String body) throws IOException {
        return String.valueOf(parsed(header, body).body());
    }

    @Test
    void bodiesAreDecoded() throws IOException {
        String type = "Content-Type: text/plain; charset=%s\nContent-Transfer-Encoding: %s\n";
        assertThat(body(type.formatted("utf-8", "base64"), "R3LD\nvMOfZQ=="))
                .isEqualTo("Gr\u00fc\u00dfe");
        assertThat(body(type.formatted("iso-8859-1", "Quoted-Printable"), "Gr=FC=\n=dfe =3D 1"))
                .isEqualTo("Gr\u00fc\u00dfe = 1");
        assertThat(body(type.formatted("\"windows-1252\"", "8bit"), "\u0080 5"))
                .isEqualTo("\u20ac 5");
        assertThat(body(type.formatted("utf-8", "base64"), "R3LDvMOfZQ"))
                .as("without padding")
                .isEqualTo("Gr\u00fc\u00dfe");
        assertThat(body(type.formatted("utf-8", "base64"), "R3LDvMOfZQ==\nR3I="))
                .as("with text after the padding")
                .startsWith("Gr\u00fc\u00dfe");
        assertThat(body(type.formatted("gb2312", "base64"), "xOO6ww==")).isEqualTo("\u4f60\u597d");
        assertThat(body(type.formatted("iso-2022-jp", "7bit"), "\u001b$B$3$s\u001b(B"))
                .isEqualTo("\u3053\u3093");
    }

    /** As UTF-8, if it can be. */
    @Test
    void bytesWithoutACharsetAreNotLost() throws IOException {
        assertThat(body("", "Caf\u00e9")).isEqualTo("Caf\u00e9");
        assertThat(body("", "Caf\u00c3\u00a9")).isEqualTo("Caf\u00e9");
        assertThat(body("Content-Type: text/plain; charset=us-ascii\n", "Caf\u00e9"))
                .isEqualTo("Caf\u00e9");
        assertThat(body("Content-Type: text/plain; charset=nobody-knows\n", "Caf\u00c3\u00a9"))
                .isEqualTo("Caf\u00e9");
        assertThat(parsed("Subject: Caf\u00c3\u00a9\n", "").subject()).isEqualTo("Caf\u00e9");
    }

    @Test
    void encodedWordsAreDecoded() throws IOException {
        Email email =
                parsed(
                        """
                        Subject: =?UTF-8?Q?Gr=C3=BC?=
                         =?utf-8?b?w59l?= =?iso-8859-1?q?_=3D_caf=E9?= and =?broken
                        To: =?utf-8?Q?J=C3=B6rg?= <j@enron.com>, "b@x.org, of Enron" <c@enron.com>
                        """,
                        "body");
        assertThat(email.subject()).isEqualTo("Gr\u00fc\u00dfe = caf\u00e9 and =?broken");
        assertThat(email.to()).isEqualTo("j@enron.com, c@enron.com");
    }

    @Test
    void ofSeveralPartsThePlainTextIsTaken() throws IOException {
        String parts =
                """
                This is for old programs.
                --b
                Content-Type: text/plain; name=a.txt
                Content-Disposition: attachment

                attached
                --b
                Content-Type: multipart/alternative; boundary="in b"

                --in b
                Content-Type: text/html

                <p>html
                --in b
                %s
                Content-Transfer-Encoding: base64

                cGxhaW4NCnRleHQ=
                --in b--
                --b--
                """;
        String header = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n";
        assertThat(body(header, parts.formatted("Content-Type: text/plain")))
                .isEqualTo("plain\ntext");
        assertThat(body(header, parts.formatted("Content-Type: image/png"))).isEqualTo("<p>html");
        assertThat(parsed("Content-Type: image/png\n", "png").body()).isNull();
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
