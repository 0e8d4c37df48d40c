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
 * @param keys the server's key and certificate
 * @param keyPassword the password of the key; null if it is that of the store
 * @param trusted trusted certificates of clients; null for those that the JVM trusts
 * @param client whether clients present a certificate
 */
public record HttpsConf(
        int port,
        Store keys,
        @Nullable String keyPassword,
        @Nullable Store trusted,
        Client client) {
    static final String PORT = "drpc.https.port";
    private static final String KEY_STORE = "drpc.https.keystore";
    private static final String TRUST_STORE = "drpc.https.truststore";
    private static final String KEY_PASSWORD = "drpc.https.key.password";
    private static final String WANT_CLIENT = "drpc.https.want.client.auth";
    private static final String NEED_CLIENT = "drpc.https.need.client.auth";

    /** Whether clients must present a certificate. */
    public enum Client {
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
     * @param key the prefix of its configuration keys, for messages
     * @param path the file's path
     * @param password null for none
     * @param type a type of {@link KeyStore#getInstance}
     */
    public record Store(String key, String path, @Nullable String password, String type) {
        private static @Nullable Store of(Map<String, Object> conf, String key) {
            String path = ObjectReader.getString(conf.get(key + ".path"), null);
            return path == null
                    ? null
                    : new Store(
                            key,
                            path,
                            ObjectReader.getString(conf.get(key + ".password"), null),
                            ObjectReader.getString(conf.get(key + ".type"), "jks"));
        }

        private KeyStore load() throws IOException {
            try (InputStream in = new FileInputStream(path)) {
                KeyStore store = KeyStore.getInstance(type);
                store.load(in, password == null ? null : password.toCharArray());
                return store;
            } catch (IOException | GeneralSecurityException e) {
                throw new IOException(
                        "%s.path: %s can't be read (%s); check %s.password and %s.type"
                                .formatted(key, path, e.getMessage(), key, key),
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
    static @Nullable HttpsConf of(Map<String, Object> conf) {
        int port = DrpcServerConf.whole(conf, PORT, -1);
        if (port <= 0) {
            return null;
        }
        Store keys = Store.of(conf, KEY_STORE);
        if (keys == null) {
            throw new IllegalArgumentException(
                    PORT
                            + " is "
                            + port
                            + ", but "
                            + KEY_STORE
                            + ".path is not set; give a keystore with the server's key, or no"
                            + " HTTPS port");
        }
        Client client =
                ObjectReader.getBoolean(conf.get(NEED_CLIENT), false)
                        ? Client.NEEDED
                        : ObjectReader.getBoolean(conf.get(WANT_CLIENT), false)
                                ? Client.WANTED
                                : Client.ANONYMOUS;
        return new HttpsConf(
                DrpcServerConf.port(PORT, port),
                keys,
                ObjectReader.getString(conf.get(KEY_PASSWORD), null),
                Store.of(conf, TRUST_STORE),
                client);
    }

    /**
     * Returns a factory of the server's ends of TLS connections.
     *
     * @throws IOException if a store can't be read, or contains no usable key
     */
    Supplier<SSLEngine> engines() throws IOException {
        SSLContext context;
        try {
            context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), null);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    KEY_STORE + ".path: no key of " + keys.path() + " can be used: " + e, e);
        }
        return () -> {
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            engine.setWantClientAuth(client == Client.WANTED);
            if (client == Client.NEEDED) { // set last: each of the two setters resets the other
                engine.setNeedClientAuth(true);
            }
            return engine;
        };
    }

    private KeyManager[] keyManagers() throws IOException, GeneralSecurityException {
        String password = keyPassword == null ? keys.password() : keyPassword;
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys.load(), password == null ? null : password.toCharArray());
        return factory.getKeyManagers();
    }

    private TrustManager @Nullable [] trustManagers() throws IOException, GeneralSecurityException {
        if (trusted == null) {
            return null;
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted.load());
        return factory.getTrustManagers();
    }
}
