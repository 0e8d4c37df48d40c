package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What Maven Central asks of poms, and that the BOM has what is published. */
class PublishedModulesTest {
    private static final Pattern MANAGED =
            Pattern.compile("<artifactId>eyewall-([a-z-]+)</artifactId>");

    private static List<String> published() throws IOException {
        List<String> published = new ArrayList<>();
        for (String module : Repository.modules().keySet()) {
            if (!Repository.pom(module).contains("<maven.deploy.skip>true</maven.deploy.skip>")) {
                published.add(module);
            }
        }
        return published;
    }

    @Test
    void theBomHasThePublishedModulesInTheirOrder() throws IOException {
        String bom = Repository.read("build/bom/pom.xml");
        List<String> managed =
                MANAGED.matcher(bom.substring(bom.indexOf("<dependencyManagement>")))
                        .results()
                        .map(result -> result.group(1))
                        .toList();
        assertThat(managed)
                .as(
                        "modules in build/bom/pom.xml; a module that is not for others has"
                                + " <maven.deploy.skip>true</maven.deploy.skip>")
                .isEqualTo(published());
    }

    @Test
    void publishedPomsSayWhatTheyAre() throws IOException {
        for (String module : published()) {
            assertThat(Repository.pom(module))
                    .as("pom.xml of " + module)
                    .contains("<name>Eyewall: " + module + "</name>", "<description>");
        }
        assertThat(Repository.read("pom.xml"))
                .contains("<url>", "<licenses>", "<developers>", "<scm ", "<connection>");
    }
}
