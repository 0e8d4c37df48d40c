package io.eyewall.cli.nimbus;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.blobstore.BlobStoreAclHandler;
import org.apache.storm.blobstore.ClientBlobStore;
import org.apache.storm.blobstore.InputStreamWithMeta;
import org.apache.storm.generated.AccessControl;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.LogLevel;
import org.apache.storm.generated.LogLevelAction;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NumErrorsChoice;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.shade.net.minidev.json.JSONObject;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.DRPCClient;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The commands of Storm's {@code storm} that call a Nimbus or DRPC and have no counterpart among
 * Eyewall's own commands. Storm's client executes them, against an Eyewall server or a Storm
 * cluster.
 */
public final class StormClients {
    /** The names of the commands. */
    public static final Set<String> COMMANDS =
            Set.of("blobstore", "drpc-client", "get-errors", "set_log_level", "upload-credentials");

    private static final int BUFFER_BYTES = 1 << 16;

    private final String command;
    private final PrintStream out;

    /** The options given on the command line and their values, by short name. */
    private final Map<String, List<String>> options = new HashMap<>();

    private final Deque<String> positional = new ArrayDeque<>();

    public StormClients(String command, PrintStream out) {
        this.command = command;
        this.out = out;
    }

    /**
     * Executes a command.
     *
     * @param arguments the arguments after the command's name, without Storm's configuration
     * @throws IllegalArgumentException if the arguments are wrong
     * @throws Exception whatever Storm's client throws
     */
    public void run(List<String> arguments) throws Exception {
        switch (command) {
            case "blobstore" -> executeBlobstore(arguments);
            case "drpc-client" -> callDrpc(arguments);
            case "get-errors" -> printErrors(arguments);
            case "set_log_level" -> setLogLevel(arguments);
            case "upload-credentials" -> uploadCredentials(arguments);
            default -> throw new IllegalArgumentException("storm " + command + " is not supported");
        }
    }

    /** Reads options that have a value, and flags, by their short and long names. */
    private void readOptions(
            List<String> arguments, Map<String, String> valued, Map<String, String> flags) {
        for (Iterator<String> iterator = arguments.iterator(); iterator.hasNext(); ) {
            String each = iterator.next();
            int equals = each.startsWith("--") ? each.indexOf('=') : -1;
            String name = each.substring(0, equals < 0 ? each.length() : equals);
            String option = valued.get(name);
            if (option != null) {
                if (equals < 0 && !iterator.hasNext()) {
                    throw usageError(name + " needs a value");
                }
                options.computeIfAbsent(option, absent -> new ArrayList<>())
                        .add(equals < 0 ? iterator.next() : each.substring(equals + 1));
            } else if (flags.containsKey(each)) {
                options.put(flags.get(each), List.of());
            } else {
                positional.add(each);
            }
        }
    }

    private IllegalArgumentException usageError(String problem) {
        return new IllegalArgumentException("storm " + command + ": " + problem);
    }

    private String nextArgument(String expected) {
        String argument = positional.poll();
        if (argument == null) {
            throw usageError("needs " + expected);
        }
        return argument;
    }

    private @Nullable String optionValue(String name) {
        List<String> values = options.get(name);
        return values == null || values.isEmpty() ? null : values.get(values.size() - 1);
    }

    // DRPC

    private void callDrpc(List<String> arguments) throws Exception {
        readOptions(arguments, Map.of("-f", "f", "--function", "f"), Map.of());
        String function = optionValue("f");
        if (positional.isEmpty() || (function == null && positional.size() % 2 != 0)) {
            throw usageError(
                    "expected -f FUNCTION ARGUMENT..., or FUNCTION ARGUMENT, once or more");
        }
        try (DRPCClient drpc = DRPCClient.getConfiguredClient(Utils.readStormConfig())) {
            while (!positional.isEmpty()) {
                String called = function == null ? positional.remove() : function;
                String argument = positional.remove();
                out.printf(
                        "%s \"%s\" => \"%s\"%n", called, argument, drpc.execute(called, argument));
            }
        }
    }

    // Topologies

    private void printErrors(List<String> arguments) throws Exception {
        positional.addAll(arguments);
        String name = nextArgument("a topology's name");
        NimbusClient.withConfiguredClient(
                nimbus -> {
                    Map<String, Object> answer = new LinkedHashMap<>();
                    TopologySummary topology = findTopology(nimbus, name);
                    if (topology == null) {
                        answer.put("Failure", "No topologies running with name " + name);
                    } else {
                        answer.put("Comp-Errors", lastErrors(nimbus, topology.get_id()));
                        answer.put("Topology Name", name);
                    }
                    out.println(JSONObject.toJSONString(answer));
                });
    }

    /** Returns the last error of each component that has reported one. */
    private static Map<String, String> lastErrors(Nimbus.Iface nimbus, String id)
            throws TException {
        GetInfoOptions oneErrorOptions = new GetInfoOptions();
        oneErrorOptions.set_num_err_choice(NumErrorsChoice.ONE);
        TopologyInfo info = nimbus.getTopologyInfoWithOpts(id, oneErrorOptions);
        Map<String, String> last = new LinkedHashMap<>();
        for (Map.Entry<String, List<ErrorInfo>> each : info.get_errors().entrySet()) {
            if (!each.getValue().isEmpty()) {
                last.put(each.getKey(), each.getValue().get(0).get_error());
            }
        }
        return last;
    }

    private static @Nullable TopologySummary findTopology(Nimbus.Iface nimbus, String name)
            throws TException {
        return nimbus.getTopologySummaries().stream()
                .filter(each -> each.get_name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private void setLogLevel(List<String> arguments) throws Exception {
        readOptions(
                arguments,
                Map.of(
                        "-l",
                        "l",
                        "--log-setting",
                        "l", //
                        "-r",
                        "r",
                        "--remove-log-setting",
                        "r"),
                Map.of());
        String name = nextArgument("a topology's name");
        LogConfig config = new LogConfig();
        for (String setting : options.getOrDefault("l", List.of())) {
            config.put_to_named_logger_level(loggerName(setting), parseLevel(setting));
        }
        for (String logger : options.getOrDefault("r", List.of())) {
            LogLevel removal = new LogLevel();
            removal.set_action(LogLevelAction.REMOVE);
            config.put_to_named_logger_level(logger, removal);
        }
        if (config.get_named_logger_level_size() == 0) {
            throw usageError("needs -l LOGGER=LEVEL[:SECONDS] or -r LOGGER");
        }
        NimbusClient.withConfiguredClient(
                nimbus -> nimbus.setLogConfig(topologyId(nimbus, name), config));
        out.println("Log config is sent for topology " + name);
    }

    private String topologyId(Nimbus.Iface nimbus, String name) throws TException {
        TopologySummary topology = findTopology(nimbus, name);
        if (topology == null) {
            throw usageError("there is no topology " + name);
        }
        return topology.get_id();
    }

    private String loggerName(String setting) {
        int equals = setting.indexOf('=');
        if (equals <= 0) {
            throw usageError("'" + setting + "' is not LOGGER=LEVEL[:SECONDS]");
        }
        return setting.substring(0, equals);
    }

    private LogLevel parseLevel(String setting) {
        String[] parts = setting.substring(setting.indexOf('=') + 1).split(":", 2);
        if (!parts[0].matches("ALL|TRACE|DEBUG|INFO|WARN|ERROR|FATAL|OFF")) {
            throw usageError(
                    "'"
                            + parts[0]
                            + "' is not a level; expected ALL, TRACE, DEBUG, INFO, WARN, ERROR, FATAL"
                            + " or OFF");
        }
        if (parts.length > 1 && !parts[1].matches("\\d{1,9}")) {
            throw usageError("'" + parts[1] + "' is not a number of seconds");
        }
        LogLevel level = new LogLevel();
        level.set_action(LogLevelAction.UPDATE);
        level.set_target_log_level(parts[0]);
        level.set_reset_log_level_timeout_secs(parts.length > 1 ? Integer.parseInt(parts[1]) : 0);
        return level;
    }

    private void uploadCredentials(List<String> arguments) throws Exception {
        readOptions(
                arguments, Map.of("-f", "f", "--file", "f", "-u", "u", "--user", "u"), Map.of());
        String name = nextArgument("a topology's name");
        Map<String, String> credentials = new HashMap<>();
        String file = optionValue("f");
        if (file != null) {
            java.util.Properties properties = new java.util.Properties();
            try (InputStream in = new FileInputStream(file)) {
                properties.load(in);
            }
            properties.forEach((key, value) -> credentials.put("" + key, "" + value));
        }
        if (positional.size() % 2 != 0) {
            throw usageError("expected KEY VALUE, once or more");
        }
        while (!positional.isEmpty()) {
            credentials.put(positional.remove(), positional.remove());
        }
        NimbusClient.withConfiguredClient(
                nimbus -> nimbus.uploadNewCredentials(name, new Credentials(credentials)));
        out.println("Uploaded new creds to topology: " + name);
    }

    // Blobs

    private void executeBlobstore(List<String> arguments) throws Exception {
        readOptions(
                arguments,
                Map.of(
                        "-f",
                        "f",
                        "--file",
                        "f", //
                        "-a",
                        "a",
                        "--acl",
                        "a", //
                        "-r",
                        "r",
                        "--replication-factor",
                        "r"),
                Map.of("-s", "s", "--set", "s", "--read", "read", "--update", "update"));
        String action = nextArgument("cat, create, update, delete, list, set-acl or replication");
        ClientBlobStore.withConfiguredClient(store -> executeBlobAction(store, action));
    }

    private void executeBlobAction(ClientBlobStore store, String action) throws Exception {
        switch (action) {
            case "list" -> listBlobs(store);
            case "cat" -> printBlob(store, nextArgument("a key"));
            case "create" -> createBlob(store, nextArgument("a key"));
            case "update" -> {
                String key = nextArgument("a key");
                writeBlob(store.updateBlob(key));
                out.println("Successfully updated " + key);
            }
            case "delete" -> {
                String key = nextArgument("a key");
                store.deleteBlob(key);
                out.println("deleted " + key);
            }
            case "set-acl" -> {
                String key = nextArgument("a key");
                SettableBlobMeta meta = store.getBlobMeta(key).get_settable();
                meta.set_acl(parseAcl());
                store.setBlobMeta(key, meta);
            }
            case "replication" -> {
                String key = nextArgument("a key");
                int factor =
                        options.containsKey("update")
                                ? store.updateBlobReplication(key, parseReplicationFactor())
                                : store.getBlobReplication(key);
                out.println("Current replication factor " + factor);
            }
            default -> throw usageError("there is no '" + action + "'");
        }
    }

    private void listBlobs(ClientBlobStore store) throws TException {
        Iterable<String> keys = positional.isEmpty() ? store::listKeys : positional;
        for (String key : keys) {
            var meta = store.getBlobMeta(key);
            List<String> acl =
                    meta.get_settable().get_acl().stream()
                            .map(BlobStoreAclHandler::accessControlToString)
                            .toList();
            out.println(key + " " + meta.get_version() + " " + acl);
        }
    }

    private void printBlob(ClientBlobStore store, String key) throws Exception {
        String file = optionValue("f");
        try (InputStreamWithMeta blob = store.getBlob(key)) {
            if (file == null) {
                blob.transferTo(out);
                out.flush();
            } else {
                try (OutputStream target = new FileOutputStream(file)) {
                    blob.transferTo(target);
                }
            }
        }
    }

    private void createBlob(ClientBlobStore store, String key) throws Exception {
        SettableBlobMeta meta = new SettableBlobMeta(parseAcl());
        if (optionValue("r") != null) {
            meta.set_replication_factor(parseReplicationFactor());
        }
        writeBlob(store.createBlob(key, meta));
        out.println("Successfully created " + key);
    }

    private List<AccessControl> parseAcl() {
        return options.getOrDefault("a", List.of()).stream()
                .flatMap(each -> Arrays.stream(each.split(",")))
                .map(BlobStoreAclHandler::parseAccessControl)
                .toList();
    }

    private int parseReplicationFactor() {
        String factor = optionValue("r");
        if (factor == null || !factor.matches("[1-9]\\d{0,8}")) {
            throw usageError("--replication-factor is " + factor + ", expected 1 or more");
        }
        return Integer.parseInt(factor);
    }

    /**
     * Copies the file or the standard input into a blob. If that fails, the incomplete blob is
     * discarded.
     */
    private void writeBlob(AtomicOutputStream blob) throws IOException {
        String file = optionValue("f");
        byte[] buffer = new byte[BUFFER_BYTES];
        boolean isComplete = false;
        try (InputStream in = file == null ? System.in : new FileInputStream(file)) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                blob.write(buffer, 0, length);
            }
            isComplete = true;
        } finally {
            if (isComplete) {
                blob.close();
            } else {
                blob.cancel();
            }
        }
    }
}
