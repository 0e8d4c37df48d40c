package io.eyewall.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.scenario.runner.SampleRun;
import java.io.IOException;
import java.io.StringReader;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class HtmlReportTest {
    private static final Pattern PICTURE = Pattern.compile("(?s)<svg.*?</svg>");

    private final String page = createPage();

    @Test
    void loadsNothing() {
        assertThat(page).doesNotContain("http", "<script", "<link", "@import", "url(");
    }

    @Test
    void saysWhereTheRunWasMade() {
        assertThat(page).contains("abc", "cpu &lt;fast&gt;, 2 cores", "-Xmx2g");
    }

    @Test
    void hasARowForEverySystemAndSaysWhichGaveNoRightAnswer() {
        assertThat(page)
                .contains("<tr><td>w1<td>loop", "<tr class=\"us\"><td><td>eyewall")
                .containsPattern("<td>storm<td class=\"failed\"[^>]*>no right answer");
    }

    @Test
    void tablesHaveTheSpreadOfTheRoundsAndTheLatencies() {
        assertThat(page)
                .containsPattern(
                        "<td>eyewall<td class=\"number\">15\\.5<td class=\"number\">15 – 16<td")
                .containsPattern(
                        "Latency in µs</h2>(.*\n)+.*<td>w6<td>eyewall<td class=\"number\">1<td");
    }

    @Test
    void plotsRatesLatenciesAndParallelism() {
        assertThat(page)
                .contains(
                        "million units per second</title>",
                        "latency in µs: p50, p99, p99.9</title>",
                        "word count: million units per second</title>");
    }

    @Test
    void picturesAreWellFormed() throws ParserConfigurationException, IOException, SAXException {
        var pictures = PICTURE.matcher(page).results().map(MatchResult::group).toList();
        assertThat(pictures).hasSizeGreaterThan(5);
        for (String picture : pictures) {
            assertThat(picture).doesNotContain("NaN", "Infinity", "-0.0\"");
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(picture)));
        }
    }

    private static String createPage() {
        try {
            return HtmlReport.create(SampleRun.environment(), SampleRun.summary());
        } catch (IOException e) {
            throw new AssertionError("the style sheet is missing", e);
        }
    }
}
