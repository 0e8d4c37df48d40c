package io.eyewall.cli.lab;

import io.eyewall.cli.cluster.GeneratorUrl;
import io.eyewall.cli.cluster.PluginJar;
import io.eyewall.cli.conf.ConfValue;
import io.eyewall.cli.terminal.TokenFiles;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.install.StormHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for plug-ins and settings of Storm's daemons. */
final class PluginOptions {
    private static final Pattern SETTING =
            Pattern.compile("(?:(head|box|host\\d+):)?([^=]+)=(.*)", Pattern.DOTALL);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--extlib",
            paramLabel = "JAR",
            description = "Put a jar on the class path of daemons and workers; repeatable.")
    private List<Path> extlib = List.of();

    @Option(
            names = "--extlib-daemon",
            paramLabel = "JAR",
            description = "Put a jar on the class path of daemons; repeatable.")
    private List<Path> extlibDaemon = List.of();

    @Option(
            names = "-c",
            paramLabel = "[HOST:]KEY=VALUE",
            description =
                    "Set a key in storm.yaml, of all hosts or of one (head, host1, ...). VALUE is"
                            + " read as YAML.")
    private List<String> settings = List.of();

    @Option(
            names = "--generator",
            paramLabel = "URL",
            arity = "0..1",
            fallbackValue = "http://head:9627",
            description =
                    "Install the plug-in on all hosts, as 'eyewall cluster install' does;"
                            + " URL is the address of its schedule generator (default:"
                            + " ${FALLBACK-VALUE}, that of 'eyewall lab schedule serve').")
    private @Nullable String generator;

    @Option(
            names = "--generator-token-file",
            paramLabel = "FILE",
            description = "File with the generator's token.")
    private @Nullable Path tokenFile;

    /**
     * Returns the plug-ins and settings that the options describe.
     *
     * @throws IllegalArgumentException if a setting has the wrong form
     * @throws IOException if the plug-in's jar is missing
     */
    LabSettings.Plugins plugins() throws IOException {
        if (tokenFile != null) {
            if (generator == null) {
                throw new IllegalArgumentException(
                        "--generator-token-file belongs to --generator, which is not given");
            }
            if (!Files.isReadable(tokenFile)) {
                throw new IllegalArgumentException(
                        "--generator-token-file: %s is not a readable file".formatted(tokenFile));
            }
            TokenFiles.warnIfOthersMayRead(
                    "--generator-token-file", tokenFile, command.commandLine().getErr());
        }
        Map<String, Map<String, @Nullable Object>> conf = new LinkedHashMap<>();
        List<Path> extlibJars = new ArrayList<>(extlib);
        if (generator != null) {
            GeneratorUrl.parse("--generator", generator);
            extlibJars.add(PluginJar.path());
            conf.put("", new LinkedHashMap<>(StormHome.keys(generator, tokenFile)));
        }
        for (String setting : settings) {
            Matcher matcher = SETTING.matcher(setting);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "-c " + setting + ": expected KEY=VALUE or HOST:KEY=VALUE");
            }
            String host = matcher.group(1) == null ? "" : matcher.group(1);
            conf.computeIfAbsent(host, key -> new LinkedHashMap<>())
                    .put(matcher.group(2), ConfValue.parse(matcher.group(3)));
        }
        return new LabSettings.Plugins(extlibJars, extlibDaemon, conf);
    }
}
