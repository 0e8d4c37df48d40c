package io.eyewall.cluster.install;

/** An installation that is not as it has to be; says what to do. Nothing was changed. */
public final class InstallException extends Exception {
    InstallException(String message) {
        super(message);
    }
}
