package io.eyewall.local.drpc;

import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.utils.WrappedDRPCExecutionException;

/** Nobody serves the function; to Storm's clients a request that failed. */
final class UnknownFunctionException extends WrappedDRPCExecutionException {
    private static final long serialVersionUID = 1L;

    UnknownFunctionException(String message) {
        super(message);
        set_type(DRPCExceptionType.FAILED_REQUEST);
    }
}
