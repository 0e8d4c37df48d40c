package io.eyewall.examples.email;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.TopologyTestDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in, files out, and the end: the same as the sequential program's. */
class EmailTopologyTest {
    private static final int EMAILS = 900;

    private static List<byte[]> read(List<Path> files) throws IOException {
        List<byte[]> emails = new ArrayList<>();
        for (Path file : files) {
            try (EmailFileReader reader = EmailFileReader.of(file)) {
                for (byte[] email = reader.next(); email != null; email = reader.next()) {
                    emails.add(email);
                }
            }
        }
        return emails;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void writesWhatTheSequentialProgramWrites(int parallelism, @TempDir Path folder)
            throws IOException {
        List<Path> files = List.of(folder.resolve("1.gz"), folder.resolve("2.gz"));
        MailboxGenerator mailbox = new MailboxGenerator(13);
        mailbox.write(files.get(0), 0, EMAILS / 3);
        mailbox.write(files.get(1), EMAILS / 3, EMAILS - EMAILS / 3);
        Path expected = folder.resolve("expected.gz");
        SequentialPipeline sequential =
                new SequentialPipeline(EmailFilter.ENRON, EmailModify.NAMES);
        try (EmailFileWriter writer = EmailFileWriter.to(expected)) {
            sequential.run(files, writer);
        }
        Path out = folder.resolve("out");

        try (TopologyTestDriver driver =
                TopologyTestDriver.of(
                                EmailTopology.builder(files, out, parallelism).createTopology())
                        .withConf(EmailTopology.usualConf())
                        .start()) {
            driver.advance(Duration.ofSeconds(3));

            assertThat(driver.pending()).isEmpty();
            assertThat(driver.failed()).isEmpty();
            assertThat(driver.values(EmailStream.GLOBAL_METRICS, EmailStream.TOTALS))
                    .containsExactly(List.of(sequential.totals()));
        }

        List<Path> parts;
        try (Stream<Path> written = Files.list(out)) {
            parts = written.toList();
        }
        assertThat(parts).hasSize(parallelism);
        assertThat(read(parts)).containsExactlyInAnyOrderElementsOf(read(List.of(expected)));
    }
}
