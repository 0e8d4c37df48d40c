package io.eyewall.examples.email;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailboxGeneratorTest {
    private static final int EMAILS = 20_000;

    @TempDir private Path folder = Path.of(".");

    @Test
    void hasTheSizesOfTableThree() {
        EmailCodec codec = new EmailCodec();
        MailboxGenerator mailbox = new MailboxGenerator(1);
        int[] sizes =
                IntStream.range(0, EMAILS)
                        .map(i -> codec.encode(mailbox.email(i)).length)
                        .toArray();

        assertRange(sizes, 400, 1_000, 27.2605, 724);
        assertRange(sizes, 1_000, 4_000, 53.1369, 1_972);
        assertRange(sizes, 4_000, Integer.MAX_VALUE, 19.6024, 9_824);
    }

    /** Within what chance does: 1.5 points, and four hundredths of the average. */
    private static void assertRange(int[] sizes, int from, int to, double percent, double average) {
        int[] within = Arrays.stream(sizes).filter(size -> size >= from && size < to).toArray();
        assertThat(100.0 * within.length / sizes.length).isCloseTo(percent, within(1.5));
        assertThat(Arrays.stream(within).average().orElse(0))
                .isCloseTo(average, within(0.04 * average));
    }

    @Test
    void makesTheSameMailboxAgain() {
        assertThat(new MailboxGenerator(5).email(17)).isEqualTo(new MailboxGenerator(5).email(17));
        assertThat(new MailboxGenerator(5).email(17).body())
                .isNotEqualTo(new MailboxGenerator(6).email(17).body());
    }

    @Test
    void writesFilesThatCanBeReadAndWhoseEndIsMissed() throws IOException {
        MailboxGenerator mailbox = new MailboxGenerator(2);
        Path file = folder.resolve("emails.gz");
        mailbox.write(file, 10, 5);

        EmailCodec codec = new EmailCodec();
        try (EmailFileReader reader = EmailFileReader.of(file)) {
            for (int i = 10; i < 15; i++) {
                assertThat(codec.decode(requireNonNull(reader.next()))).isEqualTo(mailbox.email(i));
            }
            assertThat(reader.next()).isNull();
        }

        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 100));
        assertThatThrownBy(
                        () -> {
                            try (EmailFileReader reader = EmailFileReader.of(file)) {
                                while (reader.next() != null) {}
                            }
                        })
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("is truncated");
        Files.delete(file);
        assertThatThrownBy(() -> EmailFileReader.of(file))
                .hasMessage(
                        file
                                + ": no such file; create one with 'eyewall email generate' or 'import'");
    }
}
