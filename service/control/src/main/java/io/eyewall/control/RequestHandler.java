package io.eyewall.control;

import io.eyewall.control.wire.Answer;
import io.eyewall.control.wire.Greeting;
import io.eyewall.control.wire.Refusal;
import io.eyewall.control.wire.Refusal.Kind;
import io.eyewall.control.wire.Request;
import io.eyewall.control.wire.TooLongException;
import io.eyewall.control.wire.TopologyEntry;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.RunningTopology;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests to a control port. Any thread may call, several at once. */
final class RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    /** Held while an answer is encoded: answers may be large, so only one is encoded at a time. */
    private final Object encodingLock = new Object();

    private final PortTopologies topologies;
    private final Map<String, ControlService> services;
    private final int maxAnswerBytes;
    private final PlanVersions versions = new PlanVersions();
    private final TopologyCalls calls = new TopologyCalls(versions);

    RequestHandler(
            PortTopologies topologies, Map<String, ControlService> services, int maxAnswerBytes) {
        this.topologies = topologies;
        this.services = Map.copyOf(services);
        this.maxAnswerBytes = maxAnswerBytes;
    }

    /**
     * Returns the answer to a request, whatever its bytes are; reports all exceptions in the
     * answer.
     */
    byte[] answer(byte[] request) {
        Answer answer;
        try {
            answer = new Answer(execute(WireJson.read(request, Request.class)), null);
        } catch (BadRequestException | IOException e) {
            answer = refusal(Kind.BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (NoTopologyException e) {
            answer = refusal(Kind.NO_TOPOLOGY, String.valueOf(e.getMessage()));
        } catch (Throwable thrown) { // user code may also throw errors
            LOG.debug("a request has failed", thrown);
            answer = new Answer(null, Refusal.of(thrown));
        }
        return encode(answer);
    }

    /** Returns an encoded error. */
    static byte[] encode(Kind kind, String message) {
        try {
            return WireJson.bytes(refusal(kind, message), Answer.MAX_BYTES);
        } catch (IOException e) {
            throw new IllegalStateException(message, e);
        }
    }

    private static Answer refusal(Kind kind, String message) {
        return new Answer(null, new Refusal(kind, message));
    }

    private byte[] encode(Answer answer) {
        try {
            synchronized (encodingLock) {
                return WireJson.bytes(answer, maxAnswerBytes);
            }
        } catch (TooLongException e) {
            return encode(Kind.TOO_LONG, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return encode(Kind.OTHER, "the answer can't be written as JSON: " + e.getMessage());
        } catch (StackOverflowError e) {
            return encode(Kind.OTHER, "the answer can't be written as JSON: it contains itself");
        }
    }

    private @Nullable Object execute(Request request) throws Exception {
        if (request.version() != Greeting.VERSION) {
            throw new BadRequestException(
                    "version " + request.version() + ", expected " + Greeting.VERSION);
        }
        if (request.call() == null) {
            throw new BadRequestException("no call is named");
        }
        if (request.topology() != null) {
            return calls.answer(topology(request.topology()), request.call(), request.arguments());
        }
        if (request.call().equals("topologies")) {
            return summaries();
        }
        ControlService service = services.get(request.call());
        if (service == null) {
            throw new BadRequestException(
                    "this process has no call '"
                            + request.call()
                            + "'; it has "
                            + services.keySet());
        }
        return service.answer(request.arguments());
    }

    private List<TopologyEntry> summaries() {
        List<TopologyEntry> all =
                topologies.visible().stream()
                        .map(
                                topology ->
                                        new TopologyEntry(
                                                topology.plan().id(), topology.plan().name()))
                        .toList();
        versions.retain(all.stream().map(TopologyEntry::id).collect(Collectors.toSet()));
        return all;
    }

    private RunningTopology topology(String id) throws NoTopologyException {
        return topologies
                .find(id)
                .orElseThrow(
                        () ->
                                new NoTopologyException(
                                        "topology '"
                                                + id
                                                + "' is not here any more; this process has "
                                                + summaries()));
    }

    /** Thrown when this process does not have the requested topology. */
    private static final class NoTopologyException extends Exception {
        private static final long serialVersionUID = 1L;

        NoTopologyException(String message) {
            super(message);
        }
    }
}
