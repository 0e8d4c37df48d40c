package io.eyewall.cli.flame;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.flame.FlameGraph;
import io.eyewall.control.flame.FlameGraph.Node;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** What is written of a flame graph, whatever names are in it. */
class FlameTextTest {
    private static final String HOSTILE = "</script><script>alert(1)</script>;\u0007\ud800&";
    private static final FlameGraph GRAPH =
            new FlameGraph(
                    "<b>",
                    5,
                    10,
                    7,
                    List.of("all", HOSTILE, "a.B.execute"),
                    List.of(new Node(-1, 0, 0), new Node(0, 1, 3), new Node(1, 2, 4)));

    @Test
    void linesAreFolded() {
        assertThat(FlameText.foldedLines(GRAPH))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).endsWith(";a.B.execute 4"))
                .allSatisfy(line -> assertThat(line).doesNotContain("\u0007"));
    }

    @Test
    void thePictureIsXmlWithTheNamesAsText() throws Exception {
        Document picture =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(FlameSvg.svg(GRAPH))));
        assertThat(picture.getElementsByTagName("script").getLength()).isZero();
        assertThat(picture.getElementsByTagName("title").getLength()).isEqualTo(3);
        assertThat(picture.getDocumentElement().getTextContent())
                .contains("<script>", "a.B.execute: 4 samples, 57.1 %");
    }

    @Test
    void thePageHasTheNamesAsText() throws Exception {
        String page = FlamePage.html(GRAPH);
        assertThat(page).doesNotContain("alert(1)<").contains("class FlameView", "\\u003c/script>");
        assertThat(page.split("</script>", -1)).hasSize(3);
    }
}
