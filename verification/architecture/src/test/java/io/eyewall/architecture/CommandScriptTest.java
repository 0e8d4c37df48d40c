package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The script {@code eyewall} builds the command again when its sources have changed. */
class CommandScriptTest {
    private static final Pattern LIST = Pattern.compile("modules=\\(\\s*([^)]*?)\\s*\\)");

    @Test
    void looksAtAllModulesThatTheCommandIsMadeOf() throws IOException {
        Matcher list = LIST.matcher(Repository.read("eyewall"));
        assertThat(list.find()).as("the script has a line modules=(...)").isTrue();

        Set<String> folders = new TreeSet<>();
        for (String module : beneath("cli", Repository.moduleTable())) {
            folders.add(Repository.modules().get(module));
        }
        assertThat(Set.of(list.group(1).split("\\s+")))
                .as("modules=(...) in the script eyewall, and what cli/ may use by ARCHITECTURE.md")
                .isEqualTo(folders);
    }

    private static Set<String> beneath(String module, Map<String, Allowed> table) {
        Set<String> all = new TreeSet<>();
        Allowed row = table.get(module);
        if (row != null) {
            all.add(module);
            row.names().forEach(used -> all.addAll(beneath(used, table)));
        }
        return all;
    }
}
