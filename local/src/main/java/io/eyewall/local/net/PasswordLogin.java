package io.eyewall.local.net;

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
 * A password that clients of a Thrift port have to know, and prove to know by SASL's DIGEST-MD5,
 * which Storm's clients speak (Storm: security/auth/digest/DigestSaslTransportPlugin.java). It does
 * not cross the network, what is said later does, unencrypted. Clients may call themselves what
 * they like. No text of ours has the password. Any thread may call.
 */
public final class PasswordLogin {
    /** The only way in. */
    static final String MECHANISM = "DIGEST-MD5";

    /** Storm: security/auth/ClientAuthUtils.java. */
    private static final String SERVICE = "storm_thrift_server";

    private static final String REALM_KEY = "com.sun.security.sasl.digest.realm";
    private static final String REALM = "eyewall";

    private final char[] password;

    /**
     * @param password that nobody can guess
     */
    public PasswordLogin(String password) {
        this.password = password.toCharArray();
    }

    /** For one connection: by whatever name the client has reached this machine. */
    SaslServer begin() throws SaslException {
        Map<String, String> properties = Map.of(REALM_KEY, REALM, Sasl.QOP, "auth");
        SaslServer server =
                Sasl.createSaslServer(MECHANISM, SERVICE, null, properties, this::answer);
        if (server == null) {
            throw new SaslException("this Java has no " + MECHANISM);
        }
        return server;
    }

    private void answer(Callback[] callbacks) throws UnsupportedCallbackException {
        for (Callback each : callbacks) {
            if (each instanceof PasswordCallback asked) {
                asked.setPassword(password);
            } else if (each instanceof AuthorizeCallback asked) {
                asked.setAuthorized(asked.getAuthenticationID().equals(asked.getAuthorizationID()));
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
