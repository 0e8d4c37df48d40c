package io.eyewall.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page {@code THIRD-PARTY.txt}: the parts of the package that others have written. */
final class ThirdPartyPage {
    private static final String INTRODUCTION =
            """
            Beside Eyewall's own code, whose licence is in LICENSE, this package contains what follows. Where an
            entry has several licences with "or" between them, one of them suffices. "texts" are licences and notices
            as the files themselves bring them; "within" are other artifacts that were copied into a file.
            """;

    private final StringBuilder text = new StringBuilder(INTRODUCTION);

    /**
     * @param texts the paths of its licences and notices in the package
     */
    void add(Entry entry, Iterable<String> texts) {
        Component component = entry.component();
        text.append('\n').append(entry.pathInPackage()).append('\n');
        appendLine("is", component.coordinates());
        if (!component.website().isEmpty()) {
            appendLine("from", component.website());
        }
        appendLine("licence", String.join(" or ", component.licences()));
        texts.forEach(path -> appendLine("texts", path));
        entry.embedded().forEach(embedded -> appendLine("within", embedded.coordinates()));
    }

    private void appendLine(String title, String value) {
        text.append("    ").append(title).append(": ").append(value).append('\n');
    }

    void write(Path file) throws IOException {
        Files.writeString(file, text);
    }
}
