package io.eyewall.topology.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReferenceTest {
    @Test
    void thePageIsExactlyWhatTheTableOfKeysSays() throws Exception {
        Path page = Path.of("../../docs/reference/configuration.md");

        assertThat(Files.readString(page))
                .as("write it anew: ConfigReference.main with the path of the page")
                .isEqualTo(ConfigReference.markdown());
    }

    @Test
    void describesEveryKeyInAnItemOfItsOwn() {
        String page = ConfigReference.markdown().replace("\n  ", " ");

        for (ConfigKey key : ConfigKeys.all()) {
            assertThat(page.lines().filter(row -> row.startsWith("- **`" + key.name() + "`** (")))
                    .singleElement()
                    .satisfies(row -> assertThat(row).contains(key.doc()));
        }
    }

    @Test
    void noLineIsTooLong() {
        assertThat(ConfigReference.markdown().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    }

    @Test
    void writesTheFileThatItIsTold(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("page.md");

        ConfigReference.main(new String[] {file.toString()});

        assertThat(file).hasContent(ConfigReference.markdown());
    }
}
