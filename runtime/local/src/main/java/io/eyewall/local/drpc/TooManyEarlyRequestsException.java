package io.eyewall.local.drpc;

import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.utils.WrappedDRPCExecutionException;

/**
 * Thrown if too many requests wait for topologies that are starting; Storm's clients receive it as
 * a failed request.
 */
final class TooManyEarlyRequestsException extends WrappedDRPCExecutionException {
    private static final long serialVersionUID = 1L;

    TooManyEarlyRequestsException(String message) {
        super(message);
        set_type(DRPCExceptionType.FAILED_REQUEST);
    }
}
