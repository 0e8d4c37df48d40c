package io.eyewall.cli.flame;

import io.eyewall.console.ConsoleSite;
import io.eyewall.control.flame.FlameGraph;
import io.eyewall.control.wire.WireJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Writes a flame graph as a page of one file that loads nothing, drawn as in the console. */
final class FlamePage {
    private static final String SCRIPT = "io/eyewall/console/page/flame.js";
    static final int MAX_BYTES = 64 << 20;

    private FlamePage() {}

    static String html(FlameGraph graph) throws IOException {
        String json = new String(WireJson.bytes(graph, MAX_BYTES), StandardCharsets.US_ASCII);
        return """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="color-scheme" content="light">
                <title>Flame graph</title>
                <style>
                body { font: 13px system-ui, sans-serif; margin: 12px; }
                canvas { width: 100%%; display: block; cursor: pointer; outline: none; }
                #tip { position: fixed; background: #15191d; color: #fff; padding: 4px 8px; \
                border-radius: 5px; white-space: pre-line; pointer-events: none; }
                </style>
                <h1 id="head"></h1>
                <p><input id="find" type="search" placeholder="Find a method"> click or Enter: as \
                wide as the page; Esc: its caller; arrows: go there</p>
                <div id="flame"></div>
                <div id="tip" hidden></div>
                <script type="application/json" id="graph">%s</script>
                <script type="module">
                %s
                const graph = JSON.parse(document.getElementById('graph').textContent);
                const tip = document.getElementById('tip');
                const view = new FlameView(document.getElementById('flame'), (event, text) => {
                  tip.hidden = text === null;
                  tip.textContent = text ?? '';
                  tip.style.left = event.clientX + 12 + 'px';
                  tip.style.top = event.clientY + 12 + 'px';
                });
                document.getElementById('head').textContent = `${graph.title}: ${graph.samples} \
                samples in ${graph.seconds} s`;
                document.getElementById('find').addEventListener('input', e => \
                view.mark(e.target.value));
                window.addEventListener('resize', () => view.draw());
                view.show(graph);
                </script>
                </html>
                """
                .formatted(json.replace("<", "\\u003c"), script());
    }

    private static String script() throws IOException {
        try (InputStream in = ConsoleSite.class.getClassLoader().getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new IOException(SCRIPT + " is not among the classes of this eyewall");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
