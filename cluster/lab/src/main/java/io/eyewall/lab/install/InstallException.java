package io.eyewall.lab.install;

/**
 * Thrown if an installation of Storm cannot be changed. Its message says what to do. When it is
 * thrown, nothing was changed.
 */
public final class InstallException extends Exception {
    InstallException(String message) {
        super(message);
    }
}
