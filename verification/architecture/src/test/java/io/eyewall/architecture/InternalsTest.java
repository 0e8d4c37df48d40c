package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages about the inside name classes and folders that exist. */
class InternalsTest {
    private static final Pattern CLASS_NAME = Pattern.compile("`([A-Z]\\w+)(?:\\.\\w+)?`");
    private static final Pattern FOLDER = Pattern.compile("`([a-z]+)/([a-z/]*)`");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ARCHITECTURE.md",
                "docs/internals/threads.md",
                "docs/internals/walks.md",
                "docs/internals/where-to-change-what.md",
                "runtime/README.md",
                "planning/README.md",
                "flow/README.md",
                "native/README.md",
                "service/README.md",
                "cluster/README.md",
                "verification/README.md",
                "cli/README.md",
            })
    void namesClassesThatExist(String page) throws IOException {
        Set<String> missing = new TreeSet<>();
        Set<String> existing = javaNames();
        Matcher name = CLASS_NAME.matcher(Repository.read(page));
        while (name.find()) {
            if (!existing.contains(name.group(1))) {
                missing.add(name.group(1));
            }
        }
        missing.removeAll(Set.of("Eyewall", "StormSubmitter", "TopologyTestDriver"));
        assertThat(missing).isEmpty();
    }

    @Test
    void namesFoldersThatExist() throws IOException {
        Set<String> missing = new TreeSet<>();
        Matcher folder = FOLDER.matcher(Repository.read("docs/internals/where-to-change-what.md"));
        while (folder.find()) {
            String inside = folder.group(2);
            Path module = Repository.folder(folder.group(1));
            String root = "src/main/java/io/eyewall/" + folder.group(1) + "/" + inside;
            if (!Files.exists(module.resolve(inside)) && !Files.exists(module.resolve(root))) {
                missing.add(folder.group());
            }
        }
        assertThat(missing).isEmpty();
    }

    private static Set<String> javaNames() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String module : Repository.modules().keySet()) {
            for (Path source : Repository.javaSources(module, "src")) {
                String name = source.getFileName().toString();
                names.add(name.substring(0, name.length() - ".java".length()));
            }
        }
        return names;
    }
}
