package io.eyewall.cli.terminal;

import io.eyewall.local.StormConf;
import io.eyewall.local.drpc.DrpcServer;
import io.eyewall.local.drpc.DrpcServerConf;
import io.eyewall.local.drpc.DrpcService;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.utils.DRPCClient;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The option {@code --drpc}. */
public final class DrpcOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--drpc",
            scope = ScopeType.INHERIT,
            description =
                    "Let other processes of this machine call the application's DRPC functions: by"
                            + " Thrift on drpc.port (3772), by HTTP on drpc.http.port (3774; 0"
                            + " for none) and, if it is set, drpc.https.port:"
                            + " GET /drpc/FUNCTION/ARGS.")
    private boolean serve;

    /**
     * Starts a DRPC server for the application's {@code DRPCSpout}s and {@code DRPCClient}s, and
     * opens its ports if the option is given. Both last until the process ends. To be called before
     * the application's main method.
     *
     * @param err receives a line that names the ports
     * @throws ParameterException if a port is not available
     */
    public void install(PrintStream err) {
        Map<String, Object> conf = StormConf.localMode();
        try {
            DrpcService service = new DrpcService(conf, new StormMetricsRegistry());
            new DRPCClient.LocalOverride(service);
            if (serve) {
                DrpcServerConf ports = DrpcServerConf.of(conf);
                DrpcServer server = DrpcServer.start(service, ports);
                err.println(
                        "eyewall: drpc on "
                                + ports.host()
                                + ": thrift "
                                + server.port()
                                + ", invocations "
                                + server.invocationsPort()
                                + url("http", ports.host(), server.httpPort())
                                + url("https", ports.host(), server.httpsPort()));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static String url(String scheme, String host, OptionalInt port) {
        return port.isEmpty()
                ? ""
                : ", " + scheme + "://" + host + ":" + port.getAsInt() + "/drpc/";
    }
}
