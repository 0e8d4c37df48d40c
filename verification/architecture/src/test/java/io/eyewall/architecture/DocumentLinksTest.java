package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link between the repository's documents leads to a file, and to a heading of it. */
class DocumentLinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(\\s*([^)\\s]+)\\s*\\)");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern CODE = Pattern.compile("`[^`\\n]*`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern DOCUMENT =
            Pattern.compile("(?<![\\w./-])docs/[a-z]+(?:/[\\w-]+)*\\.md");
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".eyewall", "build");

    @Test
    void linksLeadToFilesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : files(".md")) {
            String text = CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
            Matcher link = LINK.matcher(CODE.matcher(text).replaceAll("`"));
            while (link.find()) {
                String target = link.group(1);
                if (!target.matches("[a-z]+:.*") && !leadsSomewhere(page, target)) {
                    broken.add(page + " links to " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    /** Messages and comments name pages by their path from the root. */
    @Test
    void sourcesNameDocumentsThatExist() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path source : files(".java")) {
            Matcher name = DOCUMENT.matcher(Files.readString(source));
            while (name.find()) {
                if (!Files.exists(Repository.path(name.group()))) {
                    missing.add(source + " names " + name.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** A reader starts at the index; a page that it does not list is not found. */
    @Test
    void theIndexListsEveryPage() throws IOException {
        Path index = Repository.path("docs/README.md");
        Set<Path> listed = new TreeSet<>();
        Matcher link = LINK.matcher(Files.readString(index));
        while (link.find()) {
            listed.add(index.resolveSibling(link.group(1)).normalize());
        }
        Set<Path> pages = new TreeSet<>();
        for (Path page : files(".md")) {
            Path path = page.normalize();
            if (path.startsWith(Repository.path("docs").normalize())
                    && !path.toString().contains("decisions")
                    && !path.equals(index.normalize())) {
                pages.add(path);
            }
        }
        assertThat(listed).containsAll(pages);
    }

    @Test
    void theIndexOfDecisionsListsEveryDecision() throws IOException {
        String index = Repository.read("docs/decisions/README.md");
        List<String> missing = new ArrayList<>();
        for (Path page : files(".md")) {
            String name = page.getFileName().toString();
            if (name.matches("[0-9]{4}-.*") && !index.contains("(" + name + ")")) {
                missing.add(name);
            }
        }
        assertThat(missing).isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = path.isEmpty() ? page : page.resolveSibling(path);
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || !target.toString().endsWith(".md") || hasHeading(target, link, hash);
    }

    private static boolean hasHeading(Path page, String link, int hash) throws IOException {
        String text = CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
        Matcher heading = HEADING.matcher(text);
        while (heading.find()) {
            if (anchor(heading.group(1)).equals(link.substring(hash + 1))) {
                return true;
            }
        }
        return false;
    }

    /** The anchor that GitHub makes of a heading. */
    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w\\- ]", "")
                .strip()
                .replace(' ', '-');
    }

    private static List<Path> files(String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        collect(Repository.path(""), ending, found);
        return found;
    }

    private static void collect(Path folder, String ending, List<Path> found) throws IOException {
        List<Path> entries;
        try (Stream<Path> list = Files.list(folder)) {
            entries = list.sorted().toList();
        }
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                if (!SKIPPED.contains(entry.getFileName().toString())) {
                    collect(entry, ending, found);
                }
            } else if (entry.toString().endsWith(ending)) {
                found.add(entry);
            }
        }
    }
}
