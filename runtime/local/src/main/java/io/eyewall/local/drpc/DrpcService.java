package io.eyewall.local.drpc;

import com.codahale.metrics.Meter;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.topology.config.ConfigKeys;
import java.security.Principal;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.ILocalDRPC;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.generated.DRPCRequest;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.security.auth.IAuthorizer;
import org.apache.storm.security.auth.ReqContext;
import org.apache.storm.security.auth.authorizer.DRPCAuthorizerBase;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.ServiceRegistry;
import org.apache.storm.utils.WrappedAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The DRPC server of this process, without ports: clients call {@link #execute}; spouts and bolts
 * of topologies find it in Storm's {@code ServiceRegistry} by {@link #getServiceId}. Any thread may
 * call. A daemon thread, {@code eyewall-drpc-timeouts}, fails requests that time out.
 *
 * <p>A request that times out fails between {@code drpc.request.timeout.secs} and one second later;
 * Storm lets up to half of the timeout pass in addition.
 */
public class DrpcService implements ILocalDRPC {
    private static final Logger LOG = LoggerFactory.getLogger(DrpcService.class);

    /** The key of the timeout in seconds, from Storm's {@code DaemonConfig}. */
    private static final String REQUEST_TIMEOUT_SECS = "drpc.request.timeout.secs";

    /** The key of the class name of an {@code IAuthorizer}, from Storm's {@code DaemonConfig}. */
    private static final String AUTHORIZER = "drpc.authorizer";

    private static final long MAX_SWEEP_INTERVAL_MS = 1000;

    /** The most requests that may wait for topologies to start: their arguments occupy memory. */
    static final int MAX_EARLY_REQUESTS = 10_000;

    /** The most functions about which the log warns that no topology serves them. */
    private static final int MAX_AWAITED_FUNCTIONS = 100;

    private final DrpcRequests requests;
    private final KnownFunctions knownFunctions;

    /**
     * Requests that arrived while topologies were starting, for functions that no topology served
     * yet, by id; requests that are over are removed.
     */
    private final Map<String, DrpcRequests.Request> earlyRequests = new ConcurrentHashMap<>();

    /**
     * Functions that callers in this process wait for although no topology serves them; each is
     * logged once.
     */
    private final Set<String> awaitedFunctions = ConcurrentHashMap.newKeySet();

    private final @Nullable IAuthorizer authorizer;
    private final String serviceId;
    private final SupervisedThread sweeperThread;

    private final Meter timedOut;
    private final Meter executeCalls;
    private final Meter resultCalls;
    private final Meter failCalls;
    private final Meter fetchCalls;

    /**
     * @param conf Storm's configuration
     * @param metrics receives Storm's counts of calls, {@code drpc:num-...}
     * @throws IllegalArgumentException if the timeout is not positive or the authorizer can't be
     *     created
     */
    @SuppressWarnings(
            "this-escape") // when the registry publishes the object, only its id is missing
    public DrpcService(Map<String, Object> conf, StormMetricsRegistry metrics) {
        int timeoutSecs = ObjectReader.getInt(conf.get(REQUEST_TIMEOUT_SECS), 600);
        if (timeoutSecs <= 0) {
            throw new IllegalArgumentException(
                    REQUEST_TIMEOUT_SECS + " is " + timeoutSecs + "; set a positive number");
        }
        long timeoutMs = TimeUnit.SECONDS.toMillis(timeoutSecs);
        requests = new DrpcRequests(timeoutMs);
        knownFunctions =
                new KnownFunctions(
                        TimeUnit.SECONDS.toMillis(
                                ConfigKeys.intValue(
                                        ConfigKeys.DRPC_STARTING_SECS, conf, 0, "DRPC server")));
        authorizer = createAuthorizer(conf);
        timedOut = metrics.registerMeter("drpc:num-server-timedout-requests");
        executeCalls = metrics.registerMeter("drpc:num-execute-calls");
        resultCalls = metrics.registerMeter("drpc:num-result-calls");
        failCalls = metrics.registerMeter("drpc:num-failRequest-calls");
        fetchCalls = metrics.registerMeter("drpc:num-fetchRequest-calls");
        long periodMs = Math.min(MAX_SWEEP_INTERVAL_MS, timeoutMs / 2);
        sweeperThread = new SupervisedThread("eyewall-drpc-timeouts", () -> waitAndSweep(periodMs));
        sweeperThread.start();
        serviceId = ServiceRegistry.registerService(this);
    }

    /** Waits and sweeps once; returns true, so that the sweeper continues. */
    private boolean waitAndSweep(long ms) {
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(ms));
        sweep(ms);
        return true;
    }

    private void sweep(long passedMs) {
        timedOut.mark(requests.failTimedOut());
        knownFunctions.onSweep(passedMs);
        if (knownFunctions.isStarting()) {
            return;
        }
        Iterator<DrpcRequests.Request> iterator = earlyRequests.values().iterator();
        while (iterator.hasNext()) {
            DrpcRequests.Request request = iterator.next();
            iterator.remove();
            if (!knownFunctions.isServed(request.function())) {
                DrpcRequests.fail(request, unknownFunction(request.function()));
            }
        }
    }

    private UnknownFunctionException unknownFunction(String function) {
        return new UnknownFunctionException(knownFunctions.unknownFunctionMessage(function));
    }

    private static @Nullable IAuthorizer createAuthorizer(Map<String, Object> conf) {
        Object className = conf.get(AUTHORIZER);
        try {
            return StormCommon.mkAuthorizationHandler((String) className, conf);
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    AUTHORIZER
                            + " is "
                            + className
                            + ", which can't be instantiated; name a class that implements "
                            + IAuthorizer.class.getName()
                            + ", or leave it out to allow every call",
                    e);
        }
    }

    @Override
    public String getServiceId() {
        return serviceId;
    }

    /**
     * Calls a function and waits for its result.
     *
     * @param funcArgs any text, interpreted by the topology
     * @throws DRPCExecutionException with the type FAILED_REQUEST if the topology failed it,
     *     SERVER_TIMEOUT if there was no result in time, SERVER_SHUTDOWN if this service was closed
     *     meanwhile, INTERNAL_ERROR if the result is null or the caller was interrupted
     * @throws AuthorizationException if the configured authorizer rejects the call
     * @throws IllegalArgumentException if the function is null
     */
    @Override
    public String execute(String functionName, String funcArgs)
            throws DRPCExecutionException, AuthorizationException {
        CompletableFuture<String> answer = executeAsync(functionName, funcArgs);
        warnIfUnknown(functionName);
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            DRPCExecutionException failure = DrpcRequests.noResultException();
            failure.initCause(e);
            answer.completeExceptionally(failure); // no client waits any more
            throw failure;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof DRPCExecutionException failure) {
                throw failure;
            }
            throw new IllegalStateException("DRPC function '" + functionName + "' failed", e);
        }
    }

    /**
     * Calls a function without waiting. Completing the future cancels the request.
     *
     * @return the result, or a {@link DRPCExecutionException}, see {@link #execute}; dependent
     *     actions run on the thread that delivers the result, often a thread of the engine
     * @throws AuthorizationException if the configured authorizer rejects the call
     * @throws IllegalArgumentException if the function is null
     */
    public CompletableFuture<String> executeAsync(String functionName, @Nullable String funcArgs)
            throws AuthorizationException {
        return submit(functionName, funcArgs).result();
    }

    private DrpcRequests.Request submit(String functionName, @Nullable String funcArgs)
            throws AuthorizationException {
        executeCalls.mark();
        if (functionName == null) {
            throw new IllegalArgumentException("The function for a request cannot be null");
        }
        checkPermitted("execute", functionName);
        return requests.submit(functionName, funcArgs);
    }

    /**
     * Calls a function like {@link #executeAsync}, for clients of other processes. If no topology
     * serves the function, the call fails immediately with an {@link UnknownFunctionException};
     * while topologies are starting, the call fails when they have had time to start, or
     * immediately with a {@link TooManyEarlyRequestsException} if {@value #MAX_EARLY_REQUESTS}
     * other requests wait for that. See {@link KnownFunctions}.
     */
    CompletableFuture<String> executeIfServed(String functionName, @Nullable String funcArgs)
            throws AuthorizationException {
        if (functionName == null || knownFunctions.isServed(functionName)) {
            return submit(functionName, funcArgs).result();
        }
        DRPCExecutionException refusal =
                !knownFunctions.isStarting()
                        ? unknownFunction(functionName)
                        : earlyRequests.size() >= MAX_EARLY_REQUESTS
                                ? tooManyEarly(functionName)
                                : null;
        if (refusal != null) {
            executeCalls.mark();
            checkPermitted("execute", functionName);
            return CompletableFuture.failedFuture(refusal);
        }
        DrpcRequests.Request request = submit(functionName, funcArgs);
        earlyRequests.put(request.id(), request);
        var unused =
                request.result()
                        .whenComplete((result, failure) -> earlyRequests.remove(request.id()));
        return request.result();
    }

    private static TooManyEarlyRequestsException tooManyEarly(String functionName) {
        return new TooManyEarlyRequestsException(
                "no topology serves the DRPC function '%s' yet, and %d requests, the limit, wait for topologies that are starting; try again when they have started, or start them before the clients"
                        .formatted(KnownFunctions.abbreviate(functionName), MAX_EARLY_REQUESTS));
    }

    /**
     * Logs that no topology serves a function: a caller in this process waits nevertheless, as on
     * Storm.
     */
    private void warnIfUnknown(String functionName) {
        if (!knownFunctions.isStarting()
                && !knownFunctions.isServed(functionName)
                && awaitedFunctions.size() < MAX_AWAITED_FUNCTIONS
                && awaitedFunctions.add(functionName)) {
            LOG.warn(
                    "A DRPC request waits: {}",
                    knownFunctions.unknownFunctionMessage(functionName));
        }
    }

    /**
     * Removes and returns the oldest unfetched request of a function. If there is none, returns a
     * request with empty id and arguments.
     */
    @Override
    public DRPCRequest fetchRequest(String functionName) throws AuthorizationException {
        fetchCalls.mark();
        checkPermitted("fetchRequest", functionName);
        knownFunctions.onPoll(functionName);
        DrpcRequests.Request request = requests.fetch(functionName);
        if (request != null) {
            knownFunctions.onRequestFetched(request);
        }
        return request == null
                ? new DRPCRequest("", "")
                : new DRPCRequest(request.args(), request.id());
    }

    /** Answers a request; does nothing if no client waits for it. */
    @Override
    public void result(String id, @Nullable String result) throws AuthorizationException {
        resultCalls.mark();
        DrpcRequests.Request request = requests.find(id);
        if (request != null) {
            checkPermitted("result", request.function());
            DrpcRequests.complete(request, result);
        }
    }

    /** Fails a request with the type FAILED_REQUEST; does nothing if no client waits for it. */
    @Override
    public void failRequest(String id) throws AuthorizationException {
        failRequestV2(id, null);
    }

    /**
     * Fails a request; does nothing if no client waits for it.
     *
     * @param e the exception for the client; null for one of type FAILED_REQUEST
     */
    @Override
    public void failRequestV2(String id, @Nullable DRPCExecutionException e)
            throws AuthorizationException {
        failCalls.mark();
        DrpcRequests.Request request = requests.find(id);
        if (request != null) {
            checkPermitted("failRequest", request.function());
            DrpcRequests.fail(
                    request,
                    e == null
                            ? DrpcRequests.executionException(
                                    "Request failed", DRPCExceptionType.FAILED_REQUEST)
                            : e);
        }
    }

    private void checkPermitted(String operation, String function) throws AuthorizationException {
        if (authorizer == null) {
            return;
        }
        ReqContext caller = ReqContext.context();
        Map<String, Object> call = new HashMap<>();
        call.put(DRPCAuthorizerBase.FUNCTION_NAME, function);
        if (!authorizer.permit(caller, operation, call)) {
            Principal principal = caller.principal();
            throw new WrappedAuthorizationException(
                    "DRPC request '"
                            + operation
                            + "' for '"
                            + (principal == null ? "unknown" : principal.getName())
                            + "' user is not authorized");
        }
    }

    /** Fails all requests, and all later ones, with the type SERVER_SHUTDOWN. */
    @Override
    public void close() {
        ServiceRegistry.unregisterService(serviceId);
        sweeperThread.stop();
        requests.close();
    }

    /** Closes the service like {@link #close}. */
    @Override
    @Deprecated
    @SuppressWarnings(
            "InlineMeSuggester") // Storm's interface deprecates it and names its successor
    public void shutdown() {
        close();
    }
}
