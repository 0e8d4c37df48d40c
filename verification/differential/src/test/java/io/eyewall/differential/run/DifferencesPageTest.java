package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.differential.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DifferencesPageTest {
    private static final String WRITE =
            "./mvnw -pl :eyewall-differential -am verify -Dtest=DifferencesPageTest"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Ddifferences.write=true";

    @Test
    void committedPageIsWhatTheProgramsSay() throws IOException {
        Path page = Path.of("../..", "docs", "reference", "differences.md");

        String expected = DifferencesPage.text(Programs.all());
        if (Boolean.getBoolean("differences.write")) {
            Files.writeString(page, expected);
        }

        assertThat(page).as("renew it by " + WRITE).content().isEqualTo(expected);
        assertThat(Files.readString(page)).contains("tree");
    }
}
