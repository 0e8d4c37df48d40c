package io.eyewall.cli.nimbus;

import io.eyewall.cli.terminal.Printable;
import java.lang.reflect.Method;
import java.net.ConnectException;
import java.net.SocketException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.security.auth.digest.DigestSaslTransportPlugin;
import org.apache.storm.thrift.TApplicationException;
import org.apache.storm.thrift.transport.TTransportException;
import org.apache.storm.utils.NimbusLeaderNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Reports the refusals of a Nimbus in a sentence at the moment they occur. Without that users see a
 * stack trace, unless the application itself ends the process. Guarded by its {@link NimbusTarget},
 * except for {@link #resultsFromRefusal}.
 */
public final class Refusals {
    /**
     * The error of a client that expects the length of a frame and receives a SASL refusal, whose
     * first byte is 3.
     */
    private static final String SASL_REFUSAL = "Frame size (" + (3 << 24) + ")";

    private static final String LOGIN_FILE = "java.security.auth.login.config";

    private final NimbusTarget nimbus;
    private Consumer<String> listener = text -> {};
    private volatile @Nullable Refusal lastRefusal;

    /**
     * One refusal.
     *
     * @param cause the exception that the call threw; null for a name that is not allowed, for
     *     which Storm's submitter itself makes an exception
     */
    private record Refusal(@Nullable Throwable cause) {}

    public Refusals(NimbusTarget nimbus) {
        this.nimbus = nimbus;
    }

    /** Sets the listener that receives a sentence for each refusal. */
    void setListener(Consumer<String> listener) {
        this.listener = listener;
    }

    private void report(String text, @Nullable Throwable cause) {
        lastRefusal = new Refusal(cause);
        listener.accept(Printable.finalMessage(text));
    }

    static boolean isSubmission(Method method) {
        return method.getName().startsWith("submitTopology");
    }

    /** Records the answer to a call. */
    void recordAnswer(Method method, Object @Nullable [] arguments, @Nullable Object answer) {
        if (isSubmission(method)) {
            lastRefusal = null;
        } else if (method.getName().equals("isTopologyNameAllowed")
                && Boolean.FALSE.equals(answer)) {
            report(nameInUseMessage(firstArgument(arguments)), null);
        }
    }

    /** Records that no Nimbus was found, and returns the exception. */
    NimbusLeaderNotFoundException recordNoNimbus(NimbusLeaderNotFoundException thrown) {
        report(messageOf(thrown), thrown);
        return thrown;
    }

    /** Records an exception that a Nimbus method has thrown, and returns the exception. */
    Throwable recordException(Method method, Object @Nullable [] arguments, Throwable thrown) {
        String text = null;
        if (thrown instanceof AlreadyAliveException) {
            text = nameInUseMessage(firstArgument(arguments));
        } else if (thrown instanceof InvalidTopologyException
                || thrown instanceof AuthorizationException
                || isFailure(thrown)) {
            text =
                    "%s refuses%s: %s"
                            .formatted(
                                    nimbus,
                                    isSubmission(method)
                                            ? " '" + firstArgument(arguments) + "'"
                                            : "",
                                    messageOf(thrown));
        } else if (thrown instanceof TTransportException) {
            text =
                    "the connection to %s was lost in %s (%s); %s"
                            .formatted(
                                    nimbus,
                                    method.getName(),
                                    messageOf(thrown),
                                    isSubmission(method)
                                            ? "its list of topologies shows whether"
                                                    + " '%s' was submitted"
                                                            .formatted(firstArgument(arguments))
                                            : "nothing was submitted; try again");
        }
        if (text != null) {
            report(text, thrown);
        }
        return thrown;
    }

    /**
     * Returns whether Nimbus has failed to execute a call and gives the reason, such as a disk
     * without room for a jar.
     */
    private static boolean isFailure(Throwable thrown) {
        return thrown instanceof TApplicationException failure
                && failure.getType() == TApplicationException.INTERNAL_ERROR;
    }

    private String nameInUseMessage(String name) {
        return ("the name '%s' is in use at %s, or not allowed; kill that topology, or choose"
                        + " another name")
                .formatted(name, nimbus);
    }

    private static String firstArgument(Object @Nullable [] arguments) {
        return arguments == null || arguments.length == 0 ? "?" : String.valueOf(arguments[0]);
    }

    /** Returns whether a call was refused and no topology has been submitted since. */
    boolean isLastCallRefused() {
        return lastRefusal != null;
    }

    /**
     * Returns whether an application's exception results from the refusal that was reported last.
     */
    boolean resultsFromRefusal(Throwable thrown) {
        Refusal refusal = lastRefusal;
        if (refusal == null) {
            return false;
        }
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (refusal.cause() == null ? isThrownBySubmitter(each) : each == refusal.cause()) {
                return true;
            }
        }
        return false;
    }

    private static boolean isThrownBySubmitter(Throwable thrown) {
        StackTraceElement[] stack = thrown.getStackTrace();
        return stack.length > 0 && stack[0].getClassName().equals(StormSubmitter.class.getName());
    }

    /**
     * Returns the likely cause of a broken connection if the client logs in; else an empty text.
     * Storm's clients keep using a connection after their login was refused, so that the last error
     * they receive is the connection's end.
     */
    public static String loginHint(Map<String, Object> conf, Throwable thrown) {
        boolean hasBroken =
                Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                        .anyMatch(
                                each ->
                                        each instanceof SocketException
                                                && !(each instanceof ConnectException));
        Object transport = conf.get(Config.STORM_THRIFT_TRANSPORT_PLUGIN);
        return hasBroken && DigestSaslTransportPlugin.class.getName().equals(transport)
                ? "; a refused login ends like this: is the password in %s the server's token?"
                        .formatted(conf.get(LOGIN_FILE))
                : "";
    }

    /** Returns the message of a Thrift exception. Nimbus's own exceptions have it in a field. */
    public static String messageOf(Throwable thrown) {
        if (thrown instanceof AlreadyAliveException alive) {
            return String.valueOf(alive.get_msg());
        }
        if (thrown instanceof InvalidTopologyException invalid) {
            return String.valueOf(invalid.get_msg());
        }
        if (thrown instanceof AuthorizationException denied) {
            return String.valueOf(denied.get_msg());
        }
        Throwable root = thrown;
        while (root.getCause() != null
                && root.getMessage() != null
                && root.getMessage().contains(root.getCause().toString())) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return message.contains(SASL_REFUSAL)
                ? "it requires a login; docs/guides/server.md describes the configuration"
                : message;
    }
}
