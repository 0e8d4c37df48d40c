package io.eyewall.cli.schedule;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cli.cluster.GeneratorUrl;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options and exit codes of the commands that call a generator. */
abstract class ScheduleSubcommand implements Callable<Integer> {
    static final int DEFAULT_PORT = 9627;
    private static final int SIGINT = 2;

    /** The control character DEL, the first after the printable ones. */
    private static final int DELETE = 0x7f;

    private static final int HTTP_OK = 200;
    private static final int HTTP_BAD_REQUEST = 400;
    private static final int HTTP_NOT_FOUND = 404;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(3);
    static final JsonMapper JSON = JsonMapper.builder().build();

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Address of the generator (default: ${DEFAULT-VALUE}).")
    private String url = "http://127.0.0.1:" + DEFAULT_PORT;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token that the generator requires.")
    private @Nullable Path tokenFile;

    @Option(names = "--json", description = "Print the generator's answer as one JSON object.")
    private boolean json;

    /** Reports a request that the generator understood and refused. */
    private static final class RefusedException extends IOException {
        RefusedException(String message) {
            super(message);
        }
    }

    /** Reports that the generator has no data for a request. */
    static final class NoDataException extends IOException {
        NoDataException(String message) {
            super(message);
        }
    }

    /**
     * Calls the generator and prints the answer.
     *
     * @return the exit code
     */
    abstract int run() throws IOException, InterruptedException;

    @Override
    public final Integer call() {
        try {
            return run();
        } catch (RefusedException e) {
            printMessage("eyewall: the generator refused: " + e.getMessage());
            return ExitCode.USAGE;
        } catch (IOException e) {
            printMessage("eyewall: " + e.getMessage());
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            printMessage("eyewall: interrupted");
            return ExitCode.SIGNAL + SIGINT;
        } finally {
            out().flush();
        }
    }

    /**
     * Sends a request to the generator and returns the answer.
     *
     * @param body the request's body; empty for none
     */
    final JsonNode send(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(path))
                        .timeout(ANSWER_TIMEOUT)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (tokenFile != null) {
            request.header("Authorization", "Bearer " + readToken(tokenFile));
        }
        HttpResponse<String> answer;
        try {
            answer =
                    HttpClient.newBuilder()
                            .connectTimeout(CONNECT_TIMEOUT)
                            .build()
                            .send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IOException(
                    ("no generator answers at %s (%s); start one by 'eyewall schedule serve',"
                                    + " or give its address by --url")
                            .formatted(url, e),
                    e);
        }
        JsonNode parsed;
        try {
            parsed = JSON.readTree(answer.body());
        } catch (JacksonException e) {
            throw new IOException(url + " answers, but is not a generator", e);
        }
        if (answer.statusCode() == HTTP_OK) {
            return parsed;
        }
        String message = parsed.path("errorMessage").asText("status " + answer.statusCode());
        throw switch (answer.statusCode()) {
            case HTTP_BAD_REQUEST -> new RefusedException(message);
            case HTTP_NOT_FOUND -> new NoDataException(message);
            default -> new IOException(message);
        };
    }

    /**
     * Reads the token. Checks only that it is printable, as an HTTP header requires; the generator
     * checks whether it is the right one.
     */
    private String readToken(Path file) {
        String token;
        try {
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw usageError("--token-file " + file + " can't be read: " + e);
        }
        if (!token.chars().allMatch(each -> each > ' ' && each < DELETE)) {
            throw usageError(
                    ("--token-file %s does not contain a token: expected printable ASCII"
                                    + " without spaces")
                            .formatted(file));
        }
        return token;
    }

    private URI uri(String path) {
        try {
            return URI.create(GeneratorUrl.parse("--url", url) + path);
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    /** Prints an answer unchanged if {@code --json} is given, and returns whether it is. */
    final boolean printIfJson(JsonNode answer) {
        if (json) {
            out().println(answer);
        }
        return json;
    }

    final ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** Returns the writer for results. */
    final PrintWriter out() {
        return command.commandLine().getOut();
    }

    /** Prints a message to the standard error. */
    final void printMessage(String message) {
        PrintWriter err = command.commandLine().getErr();
        err.println(message);
        err.flush();
    }
}
