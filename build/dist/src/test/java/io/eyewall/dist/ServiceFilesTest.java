package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit of systemd and the Dockerfile. */
@NullUnmarked // fields are set by the framework
class ServiceFilesTest {
    private static final Path UNIT = Path.of("src/systemd/eyewall.service");
    private static final Path DOCKERFILE = Path.of("src/container/Dockerfile");
    private static final Pattern SERVER = Pattern.compile("server[\\w /,\"-]*6627");

    @TempDir Path directory;

    private static String serverArguments(Path file) throws IOException {
        Matcher matcher = SERVER.matcher(Files.readString(file));
        assertThat(matcher.find()).as("arguments of the server in " + file).isTrue();
        return matcher.group().replace("\", \"", " ");
    }

    @Test
    void bothStartTheServerInTheSameWay() throws IOException {
        assertThat(serverArguments(UNIT))
                .isEqualTo("server --state /var/lib/eyewall --port 8080 --nimbus-port 6627")
                .isEqualTo(serverArguments(DOCKERFILE));
    }

    /** It looks for the program that is started, so that the unit is given one that exists. */
    @Test
    void systemdUnderstandsTheUnit() throws IOException, InterruptedException {
        Path tool = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(tool), "no systemd here");
        Path unit =
                Files.writeString(
                        directory.resolve("eyewall.service"),
                        Files.readString(UNIT).replace("/opt/eyewall/bin/eyewall", "/bin/true"));
        Launch.Result result =
                Launch.run(
                        directory, Map.of(), List.of(tool.toString(), "verify", unit.toString()));
        assertThat(result.err()).doesNotContain("eyewall.service");
        assertThat(result.code()).isZero();
    }
}
