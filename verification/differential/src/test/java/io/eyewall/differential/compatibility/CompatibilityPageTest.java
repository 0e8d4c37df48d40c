package io.eyewall.differential.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.differential.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompatibilityPageTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path PAGE = ROOT.resolve("docs/reference/compatibility.md");
    private static final String WRITE =
            "./mvnw -pl :eyewall-differential -am verify -Dtest=CompatibilityPageTest"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dcompatibility.write=true";

    @Test
    void committedPageIsWhatProgramsAndTestsShow() throws IOException {
        String jar = StormClasses.jar().getFileName().toString();
        String page =
                CompatibilityPage.text(
                        jar.replaceAll("storm-client-|\\.jar", ""),
                        StormClasses.ofJar(),
                        Evidence.collect(Programs.all(), ROOT),
                        ClassRules.read(),
                        ConfigTable.read());
        if (Boolean.getBoolean("compatibility.write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).as("renew it by " + WRITE).content().isEqualTo(page);
    }

    @Test
    void everyRowOfTheTableOfKeysIsForAKey() throws IOException {
        ConfigTable table = ConfigTable.read();
        List<ConfigTable.Row> used =
                ConfigTable.keysByConstant().values().stream().map(table::row).toList();

        assertThat(used).containsAll(table.rows());
    }

    @Test
    void keysThatDoNotWorkSayWhy() throws IOException {
        for (ConfigTable.Row row : ConfigTable.read().rows()) {
            if (row.how() != ConfigTable.How.HONOURED) {
                assertThat(row.remark()).as(row.pattern()).endsWith(".");
            }
        }
    }

    @Test
    void everyRuleIsForAClassAndSaysWhy() throws IOException {
        List<StormClass> classes = StormClasses.ofJar();
        List<ClassRules.Rule> rules = ClassRules.read().rules();

        assertThat(rules).allMatch(rule -> rule.why().endsWith("."));
        assertThat(rules.stream().filter(rule -> classes.stream().noneMatch(rule::fits)))
                .as("rules without a class")
                .isEmpty();
    }

    @Test
    void recordedClassesExist() throws IOException {
        List<String> names = StormClasses.ofJar().stream().map(StormClass::name).toList();

        assertThat(names).containsAll(ClassesThatRan.recorded());
    }
}
