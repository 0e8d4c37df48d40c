package io.eyewall.cli.nimbus;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that selects the Nimbus for a command. */
public final class ToOption {
    @Option(
            names = "--to",
            paramLabel = "storm://HOST[:PORT]",
            hideParamSyntax = true,
            converter = NimbusAddress.Converter.class,
            description =
                    "Nimbus' Thrift port, of an Eyewall server or a Storm cluster (default: as"
                            + " nimbus.seeds and nimbus.thrift.port say, else this machine).")
    private @Nullable NimbusAddress address;

    /** Returns the address; null if none is given. */
    public @Nullable NimbusAddress address() {
        return address;
    }
}
