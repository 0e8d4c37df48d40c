package io.eyewall.ports;

import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;

/**
 * The password of a Thrift port. Clients prove that they know it by SASL's DIGEST-MD5, which
 * Storm's clients support (Storm: security/auth/digest/DigestSaslTransportPlugin.java). The
 * password does not cross the network; everything after the login crosses it unencrypted. Clients
 * may use any user name. The password never occurs in log lines or messages. Any thread may call.
 */
public final class PasswordLogin {
    /** The only accepted mechanism. */
    static final String MECHANISM = "DIGEST-MD5";

    /** The service name that Storm's clients use (Storm: security/auth/ClientAuthUtils.java). */
    private static final String SERVICE = "storm_thrift_server";

    private static final String REALM_KEY = "com.sun.security.sasl.digest.realm";
    private static final String REALM = "eyewall";

    private final char[] password;

    /**
     * @param password must be hard to guess
     */
    public PasswordLogin(String password) {
        this.password = password.toCharArray();
    }

    /**
     * Begins the login of one connection. The server's name is not checked, as clients may reach
     * this machine by any of its names.
     */
    SaslServer createServer() throws SaslException {
        Map<String, String> properties = Map.of(REALM_KEY, REALM, Sasl.QOP, "auth");
        SaslServer server =
                Sasl.createSaslServer(MECHANISM, SERVICE, null, properties, this::handle);
        if (server == null) {
            throw new SaslException("this Java has no " + MECHANISM);
        }
        return server;
    }

    private void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        for (Callback each : callbacks) {
            if (each instanceof PasswordCallback request) {
                request.setPassword(password);
            } else if (each instanceof AuthorizeCallback request) {
                request.setAuthorized(
                        request.getAuthenticationID().equals(request.getAuthorizationID()));
            } else if (!(each instanceof NameCallback) && !(each instanceof RealmCallback)) {
                throw new UnsupportedCallbackException(each);
            }
        }
    }

    @Override
    public String toString() {
        return "PasswordLogin[hidden]";
    }
}
