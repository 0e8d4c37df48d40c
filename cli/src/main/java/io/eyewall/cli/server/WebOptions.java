package io.eyewall.cli.server;

import io.eyewall.cli.terminal.TokenFiles;
import io.eyewall.ports.PasswordLogin;
import io.eyewall.web.AccessToken;
import io.eyewall.web.TlsKeys;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for a server's HTTP address and access to it, except for the port. */
public final class WebOptions {
    private static final int MAX_PORT = 65_535;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description =
                    "Address on which HTTP listens (default: 127.0.0.1); any other needs"
                            + " --token-file.")
    private String address = "127.0.0.1";

    @Option(
            names = "--name",
            paramLabel = "NAME[,NAME...]",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Host names by which browsers may reach the server, in addition to IP"
                            + " addresses.")
    private List<String> names = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the token that all clients need: at least 20 characters,"
                            + " for example from 'openssl rand -hex 32'.")
    private @Nullable Path tokenFile;

    private boolean warned;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Certificates for HTTPS, in PEM; needs --tls-key.")
    private @Nullable Path certificates;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Private key of the certificates, in PEM, PKCS#8 without a password.")
    private @Nullable Path key;

    /**
     * Returns the settings that the options describe.
     *
     * @param port the port; 0 for any free port
     * @throws ParameterException if an option is wrong
     */
    public WebSettings settings(int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    command.commandLine(),
                    "--port is %d, expected 0 to %d".formatted(port, MAX_PORT));
        }
        try {
            return new WebSettings(
                    new InetSocketAddress(address, port),
                    names.stream()
                            .map(name -> name.toLowerCase(Locale.ROOT))
                            .collect(Collectors.toSet()),
                    token(),
                    tlsKeys(),
                    WebSettings.DEFAULT_LIMITS);
        } catch (IllegalArgumentException | IOException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Returns the login that Thrift clients need; null without a token.
     *
     * @throws ParameterException if the token can't be read
     */
    public @Nullable PasswordLogin login() {
        try {
            return token() == null ? null : new PasswordLogin(tokenText());
        } catch (IllegalArgumentException | IOException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private String tokenText() throws IOException {
        return tokenFile == null ? "" : Files.readString(tokenFile).strip();
    }

    private @Nullable AccessToken token() throws IOException {
        if (tokenFile == null) {
            return null;
        }
        try {
            AccessToken token = new AccessToken(tokenText());
            if (!warned) {
                PrintWriter err = command.commandLine().getErr();
                warned = TokenFiles.warnIfOthersMayRead("--token-file", tokenFile, err);
            }
            return token;
        } catch (IOException e) {
            throw new IOException("--token-file " + tokenFile + " can't be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(tokenFile + ": " + e.getMessage(), e);
        }
    }

    private @Nullable TlsKeys tlsKeys() throws IOException {
        if (certificates == null && key == null) {
            return null;
        }
        if (certificates == null || key == null) {
            throw new IllegalArgumentException("--tls-cert and --tls-key belong together");
        }
        return TlsKeys.pem(certificates, key);
    }
}
