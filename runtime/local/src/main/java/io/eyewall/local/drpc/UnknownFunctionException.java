package io.eyewall.local.drpc;

import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.utils.WrappedDRPCExecutionException;

/** Thrown if no topology serves the function; Storm's clients receive it as a failed request. */
final class UnknownFunctionException extends WrappedDRPCExecutionException {
    private static final long serialVersionUID = 1L;

    UnknownFunctionException(String message) {
        super(message);
        set_type(DRPCExceptionType.FAILED_REQUEST);
    }
}
