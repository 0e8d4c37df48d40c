package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import io.eyewall.architecture.Allowed.Use;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Modules use each other as the table of folders in ARCHITECTURE.md says, and their poms too. */
class ModulesTest {
    private static final String STORM = "storm-client";
    private static final String SELF = "architecture";
    private static final String LOCAL = "local";

    /** In a pom: Storm's daemons, as what the module runs in. */
    private static final Pattern STORM_SERVER =
            Pattern.compile("<artifactId>storm-server</artifactId>\\s*<scope>provided</scope>");

    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");

    private static List<String> modules() throws IOException {
        List<String> modules = new ArrayList<>(Repository.modules().keySet());
        modules.remove(SELF);
        return modules;
    }

    @Test
    void theTableHasTheModulesOfThePomInTheirOrder() throws IOException {
        assertThat(Repository.moduleTable().keySet())
                .as("first column of the table of folders in ARCHITECTURE.md")
                .containsExactlyElementsOf(Repository.modules().keySet());
    }

    @Test
    void arrowsPointToModulesAbove() throws IOException {
        Set<String> above = new TreeSet<>(Set.of(STORM));
        for (Map.Entry<String, Allowed> row : Repository.moduleTable().entrySet()) {
            if (!row.getKey().equals(SELF)) {
                assertThat(above)
                        .as("rows of ARCHITECTURE.md above '%s', which it may use", row.getKey())
                        .containsAll(row.getValue().names());
            }
            above.add(row.getKey());
        }
    }

    /** Of what others have, nothing but Storm's client is listed. */
    @Test
    void aPomNamesWhatItsRowNames() throws IOException {
        Map<String, Allowed> table = Repository.moduleTable();
        for (String module : modules()) {
            assertThat(named(Repository.pom(module)))
                    .as(
                            "dependencies in the pom of %s; the row of '%s' in ARCHITECTURE.md says"
                                    + " what they may be",
                            module, module)
                    .isEqualTo(table.getOrDefault(module, Allowed.parse("nothing")).names());
        }
    }

    private static Set<String> named(String pom) throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher dependency = DEPENDENCY.matcher(pom);
        while (dependency.find()) {
            Matcher artifact = ARTIFACT.matcher(dependency.group(1));
            if (artifact.find() && !dependency.group(1).contains("<scope>test</scope>")) {
                String name = artifact.group(1);
                if (name.equals(STORM)) {
                    named.add(name);
                } else if (name.startsWith("eyewall-")) {
                    named.add(name.substring("eyewall-".length()));
                }
            }
        }
        return named;
    }

    @Test
    void classesUseOnlyWhatTheirModuleMayUse() throws IOException {
        Map<String, Allowed> table = withAllBeneath(Repository.moduleTable());
        assertThat(
                        Allowed.broken(
                                table,
                                uses(),
                                "move one of the two classes, or hand over what is needed; if the"
                                        + " arrow is wanted, add it to the table of folders"))
                .isEmpty();
    }

    /** A module may also use what those use that it may use. */
    private static Map<String, Allowed> withAllBeneath(Map<String, Allowed> table) {
        Map<String, Allowed> all = new HashMap<>();
        table.forEach(
                (module, row) -> {
                    Map<String, Set<String>> names = new TreeMap<>(row.exceptions());
                    for (String name : row.names()) {
                        Allowed beneath = all.get(name);
                        if (beneath != null) {
                            names.putAll(beneath.exceptions());
                        }
                    }
                    all.put(module, new Allowed(names));
                });
        return all;
    }

    private static Set<String> onStormsServer() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Map.Entry<String, Allowed> row : withAllBeneath(Repository.moduleTable()).entrySet()) {
            if (!row.getValue().names().contains(LOCAL)
                    && STORM_SERVER.matcher(Repository.pom(row.getKey())).find()) {
                found.add(row.getKey());
            }
        }
        return found;
    }

    /**
     * Classes named {@code org.apache.storm…} that no module has are those of Storm's client; so
     * are those of Storm's server where that is compiled against and {@code local} is not.
     */
    private static List<Use> uses() throws IOException {
        Set<String> onStormsServer = onStormsServer();
        Map<String, String> moduleOf = new HashMap<>();
        List<JavaClass> classes = new ArrayList<>();
        for (String module : modules()) {
            for (JavaClass javaClass : Repository.mainClasses(module)) {
                moduleOf.put(javaClass.getName(), module);
                classes.add(javaClass);
            }
        }
        List<Use> uses = new ArrayList<>();
        for (JavaClass javaClass : classes) {
            String from = moduleOf.getOrDefault(javaClass.getName(), "");
            for (Dependency dependency : javaClass.getDirectDependenciesFromSelf()) {
                String name = dependency.getTargetClass().getBaseComponentType().getName();
                String other = name.startsWith("org.apache.storm.") ? STORM : from;
                String to =
                        other.equals(STORM) && onStormsServer.contains(from)
                                ? STORM
                                : moduleOf.getOrDefault(name, other);
                if (!to.equals(from)) {
                    uses.add(new Use(javaClass.getName(), from, name, to));
                }
            }
        }
        assertThat(uses).isNotEmpty();
        return uses;
    }
}
