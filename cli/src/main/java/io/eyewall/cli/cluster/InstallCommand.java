package io.eyewall.cli.cluster;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.lab.install.InstallException;
import io.eyewall.lab.install.StormHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eyewall cluster install}: installs the plug-in in an installation of Storm. */
@Command(
        name = "install",
        description =
                "Copy the plug-in's jar to extlib and extlib-daemon, and add its keys"
                        + " to conf/storm.yaml, between two comments; nothing else changes. Run"
                        + " it on each host, then restart the daemons. May be repeated.",
        footer = {
            "",
            "Exit codes: 0 installed, 1 failed (storm.yaml is unchanged), 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class InstallCommand extends ClusterSubcommand {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Option(
            names = "--generator",
            paramLabel = "URL",
            description =
                    "Address of 'eyewall schedule serve', as this host reaches it"
                            + " (default: ${DEFAULT-VALUE}).")
    private String generator = "http://127.0.0.1:9627";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File on this host with the generator's token.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--print",
            description = "Only print the keys, so that they can be set by other means.")
    private boolean printOnly;

    @Override
    void run(StormHome storm) throws IOException, InstallException {
        try {
            GeneratorUrl.parse("--generator", generator);
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
        Map<String, Object> keys = StormHome.keys(generator, tokenFile);
        if (printOnly) {
            print(
                    StormHome.print(keys).stripTrailing(),
                    line -> {
                        for (Map.Entry<String, Object> key : keys.entrySet()) {
                            line.writeFieldName(key.getKey());
                            line.writeRawValue(JSON.writeValueAsString(key.getValue()));
                        }
                    });
            return;
        }
        printChanges(
                storm.install(PluginJar.path(), keys),
                "the plug-in is already installed in this version and with these keys");
    }
}
