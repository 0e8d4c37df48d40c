package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.differential.program.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DifferencesPageTest {

    @Test
    void committedPageIsWhatTheProgramsSay() throws IOException {
        Path page = Path.of("..", "docs", "differences.md");

        assertThat(page)
                .as("write it by running DifferencesPage with the page's path")
                .content()
                .isEqualTo(DifferencesPage.text(Programs.all()));
        assertThat(Files.readString(page)).contains("tree");
    }
}
