package io.eyewall.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.finding.LintFinding;
import io.eyewall.cli.flux.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteReaderTest {
    private static final String RIGHT =
            """
            topology: words.yaml
            tests:
              - name: "one"
                inputs:
                  - from: words
                    tuples: [[!long 1], {word: x}]
                advance: 5s
                outputs:
                  - from: count
                    match: contains
                    tuples: [[!any , !match "a.*"]]
                acked: 1
            """;

    @TempDir private Path directory = Path.of("");

    private Findings read(String text) throws IOException {
        Findings findings = new Findings();
        SuiteReader.read(
                Files.writeString(directory.resolve("x.test.yaml"), text).toString(), findings);
        return findings;
    }

    @Test
    void saysWhatAnEmptyFileShouldHave() throws IOException {
        assertThat(read("# nothing\n").all())
                .extracting(LintFinding::message)
                .containsExactly(
                        "is empty; expected a file of tests: 'topology: FILE.yaml', and 'tests:'"
                                + " (docs/guides/lint-and-test.md)");
    }

    @Test
    void readsWhatIsRight() throws IOException {
        Findings findings = new Findings();
        Path file = Files.writeString(directory.resolve("x.test.yaml"), RIGHT);
        TestSuite suite =
                Objects.requireNonNull(SuiteReader.read(file.toString(), findings), "suite");
        assertThat(findings.all()).isEmpty();
        assertThat(suite.topology()).isEqualTo(directory.resolve("words.yaml").toString());
        TestSuite.Step step = suite.tests().get(0).steps().get(0);
        assertThat(step.inputs().get(0).tuples().get(0).list()).isEqualTo(List.of(1L));
        assertThat(step.advance()).hasSeconds(5);
        assertThat(step.counts()).containsEntry("acked", 1L);
    }

    @Test
    void saysWhereTestsAreExpected() {
        Findings findings = new Findings();
        assertThat(SuiteReader.read("nowhere.test.yaml", findings)).isNull();
        assertThat(findings.all())
                .singleElement()
                .extracting(LintFinding::toText)
                .asString()
                .startsWith("nowhere.test.yaml: no such file; the tests of a definition are");
    }

    @Test
    void refusesWhatIsNoText() throws IOException {
        Findings findings = new Findings();
        Path file = Files.write(directory.resolve("x.test.yaml"), new byte[] {(byte) 0xff, 1, 2});
        assertThat(SuiteReader.read(file.toString(), findings)).isNull();
        assertThat(findings.all())
                .extracting(LintFinding::toText)
                .containsExactly(file + ": is not YAML; expected text in UTF-8");
    }

    @Test
    void findsTheFileBesideADefinition() {
        assertThat(SuiteReader.testFileOf("a/b.yaml")).isEqualTo("a/b.test.yaml");
        assertThat(SuiteReader.testFileOf("a/b.test.yml")).isEqualTo("a/b.test.yml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "topology: words.yaml | topologie: words.yaml | a file of tests has no key"
                        + " 'topologie'; did you mean 'topology'?",
                "name: \"one\" | nam: \"one\" | a test has no 'name'",
                "from: words | to: words | an input has no 'from'",
                "advance: 5s | advance: soon | 'soon' is not a duration",
                "match: contains | match: some | expected exact, any-order or contains",
                "acked: 1 | acked: all | expected a number of messages for 'acked'",
                "[!long 1] | [!any ] | is not a value",
                "[!long 1] | [!long x] | is not a value",
                "[!long 1] | 1 | expected a tuple: a list of its values, or a mapping by fields",
                "!match \"a.*\" | !match \"(\" | is not a value",
                "acked: 1 | steps: [] | a test with 'steps' has 'inputs' in its steps",
                "acked: 1 | config: {topology.workers: x} | TOPOLOGY_WORKERS must be",
                "acked: 1 | start: today | expected a time such as",
            })
    void saysWhatIsWrong(String part, String instead, String message) throws IOException {
        assertThat(RIGHT).contains(part);
        Findings findings = read(RIGHT.replace(part, instead));
        assertThat(findings.hasErrors()).isTrue();
        assertThat(findings.all().stream().map(LintFinding::toText))
                .anyMatch(text -> text.contains(message));
    }

    @Test
    void refusesTestsThatCannotFail() throws IOException {
        String nothing = RIGHT.replaceAll("(?s)    outputs:.*", "");
        assertThat(read(nothing).all().stream().map(LintFinding::message))
                .containsExactly("test 'one' expects nothing; add 'outputs'");
        assertThat(read("topology: x.yaml\n").all().stream().map(LintFinding::message))
                .containsExactly("the file has no 'tests'");
    }
}
