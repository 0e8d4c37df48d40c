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
 * @param port to listen on; 0, which configuration can't say, is any that is free
 * @param keys the server's key and certificate
 * @param keyPassword of the key within; null if it is the store's
 * @param trusted certificates of clients; null for those that the JVM trusts
 * @param client whether clients show a certificate
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

    /** Whether clients must show a certificate. */
    public enum Client {
        /** They are not asked. */
        ANONYMOUS,
        /** They are asked, and may have none. */
        WANTED,
        /** Without one they are refused. */
        NEEDED
    }

    /**
     * A file of keys or certificates.
     *
     * @param key the beginning of its configuration keys, for messages
     * @param path of the file
     * @param password null for none
     * @param type as {@link KeyStore#getInstance} has it
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
     * Makes the server's ends of connections.
     *
     * @throws IOException if a store can't be read, or has no usable key
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
            if (client == Client.NEEDED) { // each of the two unsets the other
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
