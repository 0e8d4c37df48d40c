package io.eyewall.examples.email.spam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.examples.email.EmailTopology;
import io.eyewall.examples.email.MailboxGenerator;
import io.eyewall.examples.email.SpamGenerator;
import io.eyewall.testkit.TopologyTestDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpamDetectorTest {
    private static final int LEARNT = 300;
    private static final int TESTED = 200;

    private Path folder = Path.of(".");

    @BeforeEach
    void takeFolder(@TempDir Path temp) {
        folder = temp;
    }

    private Path emails(String name, long seed, int count) throws IOException {
        Path file = folder.resolve(name);
        new MailboxGenerator(seed).write(file, 0, count);
        return file;
    }

    private Path spam(String name, long seed, int count) throws IOException {
        Path file = folder.resolve(name);
        new SpamGenerator(seed).write(file, 0, count);
        return file;
    }

    private NaiveBayes learn() throws IOException {
        return SpamTopology.learn(emails("emails", 1, LEARNT), spam("spam", 1, LEARNT));
    }

    private static List<Verdict> sequential(Path file, NaiveBayes bayes) throws IOException {
        List<Verdict> verdicts = new ArrayList<>();
        SpamDetector.features(
                file,
                (email, features) ->
                        verdicts.add(new Verdict(email.id(), email.from(), bayes.score(features))));
        return verdicts;
    }

    @Test
    void tellsSpamOfEmailsThatItHasNotLearnt() throws IOException {
        NaiveBayes bayes = learn();

        List<Verdict> good = sequential(emails("more", 2, TESTED), bayes);
        List<Verdict> bad = sequential(spam("more-spam", 2, TESTED), bayes);

        assertThat(good.stream().filter(Verdict::isSpam).count()).isLessThan(TESTED / 50);
        assertThat(bad.stream().filter(Verdict::isSpam).count()).isGreaterThan(TESTED * 19 / 20);
    }

    @Test
    void theTopologySaysWhatThePlainLoopSays() throws IOException {
        NaiveBayes bayes = learn();
        Path file = spam("tested", 3, TESTED);
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(SpamTopology.builder(List.of(file), bayes).createTopology())
                        .withConf(EmailTopology.usualConf())
                        .start()) {
            driver.advance(Duration.ofSeconds(2));
            assertThat(driver.pending()).isEmpty();
            assertThat(driver.emitted("classify", "default"))
                    .extracting(emitted -> (Verdict) emitted.values().get(0))
                    .containsExactlyInAnyOrderElementsOf(sequential(file, bayes));
        }
    }

    @Test
    void whoHasLearntNothingSaysSo() {
        assertThatThrownBy(() -> new NaiveBayes().score(List.of("word")))
                .hasMessageContaining("it needs both");
    }
}
