package io.eyewall.local.drpc;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * The values of Storm's keys {@code drpc.https.*} (Storm: DaemonConfig.java,
 * daemon/ui/UIHelpers.java {@code configSsl}).
 *
 * @param port the port to listen on; 0, which a configuration can't contain, for any free port
 * @param serverKeys the server's key and certificate
 * @param keyPassword the password of the key; null if the store's password is also the key's
 * @param trustedClients trusted certificates of clients; null for those that the JVM trusts
 * @param clientCertificate whether clients must present a certificate
 */
public record HttpsConf(
        int port,
        Store serverKeys,
        @Nullable String keyPassword,
        @Nullable Store trustedClients,
        ClientCertificate clientCertificate) {
    static final String PORT = "drpc.https.port";
    private static final String KEY_STORE = "drpc.https.keystore";
    private static final String TRUST_STORE = "drpc.https.truststore";
    private static final String KEY_PASSWORD = "drpc.https.key.password";
    private static final String WANT_CLIENT_KEY = "drpc.https.want.client.auth";
    private static final String NEED_CLIENT_KEY = "drpc.https.need.client.auth";

    /** Whether clients must present a certificate. */
    public enum ClientCertificate {
        /** No certificate is requested. */
        ANONYMOUS,
        /** A certificate is requested, but not required. */
        WANTED,
        /** Clients without a certificate are rejected. */
        NEEDED
    }

    /**
     * A file of keys or certificates.
     *
     * @param keyPrefix the prefix of the file's configuration keys, for messages
     * @param path the file's path
     * @param password null for none
     * @param type a type of {@link KeyStore#getInstance}
     */
    public record Store(String keyPrefix, String path, @Nullable String password, String type) {
        private static @Nullable Store fromConf(Map<String, Object> conf, String keyPrefix) {
            String path = ObjectReader.getString(conf.get(keyPrefix + ".path"), null);
            return path == null
                    ? null
                    : new Store(
                            keyPrefix,
                            path,
                            ObjectReader.getString(conf.get(keyPrefix + ".password"), null),
                            ObjectReader.getString(conf.get(keyPrefix + ".type"), "jks"));
        }

        private KeyStore load() throws IOException {
            try (InputStream in = new FileInputStream(path)) {
                KeyStore store = KeyStore.getInstance(type);
                store.load(in, password == null ? null : password.toCharArray());
                return store;
            } catch (IOException | GeneralSecurityException e) {
                throw new IOException(
                        "%s.path: %s can't be read (%s); check %s.password and %s.type"
                                .formatted(keyPrefix, path, e.getMessage(), keyPrefix, keyPrefix),
                        e);
            }
        }
    }

    /**
     * Reads the keys.
     *
     * @return null if {@code drpc.https.port} is not positive
     * @throws IllegalArgumentException if there is no keystore
     */
    static @Nullable HttpsConf fromConf(Map<String, Object> conf) {
        int port = DrpcServerConf.wholeNumber(conf, PORT, -1);
        if (port <= 0) {
            return null;
        }
        Store serverKeys = Store.fromConf(conf, KEY_STORE);
        if (serverKeys == null) {
            throw new IllegalArgumentException(
                    PORT
                            + " is "
                            + port
                            + ", but "
                            + KEY_STORE
                            + ".path is not set; give a keystore with the server's key, or no"
                            + " HTTPS port");
        }
        ClientCertificate clientCertificate =
                ObjectReader.getBoolean(conf.get(NEED_CLIENT_KEY), false)
                        ? ClientCertificate.NEEDED
                        : ObjectReader.getBoolean(conf.get(WANT_CLIENT_KEY), false)
                                ? ClientCertificate.WANTED
                                : ClientCertificate.ANONYMOUS;
        return new HttpsConf(
                DrpcServerConf.checkPort(PORT, port),
                serverKeys,
                ObjectReader.getString(conf.get(KEY_PASSWORD), null),
                Store.fromConf(conf, TRUST_STORE),
                clientCertificate);
    }

    /**
     * Returns a factory of TLS engines in server mode.
     *
     * @throws IOException if a store can't be read, or contains no usable key
     */
    Supplier<SSLEngine> engineFactory() throws IOException {
        SSLContext context;
        try {
            context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), null);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    KEY_STORE + ".path: no key of " + serverKeys.path() + " can be used: " + e, e);
        }
        return () -> {
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            engine.setWantClientAuth(clientCertificate == ClientCertificate.WANTED);
            // set last: each of the two setters resets the other
            if (clientCertificate == ClientCertificate.NEEDED) {
                engine.setNeedClientAuth(true);
            }
            return engine;
        };
    }

    private KeyManager[] keyManagers() throws IOException, GeneralSecurityException {
        String password = keyPassword == null ? serverKeys.password() : keyPassword;
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(serverKeys.load(), password == null ? null : password.toCharArray());
        return factory.getKeyManagers();
    }

    private TrustManager @Nullable [] trustManagers() throws IOException, GeneralSecurityException {
        if (trustedClients == null) {
            return null;
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trustedClients.load());
        return factory.getTrustManagers();
    }
}
