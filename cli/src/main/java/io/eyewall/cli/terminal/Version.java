package io.eyewall.cli.terminal;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.apache.storm.utils.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/** Provides the output of {@code --version}. */
public final class Version implements IVersionProvider {
    private static String eyewallVersion() {
        String eyewallVersion = Version.class.getPackage().getImplementationVersion();
        return eyewallVersion == null ? "(not packaged)" : eyewallVersion;
    }

    /** Writes the version as JSON fields. */
    public static void write(JsonGenerator json) throws IOException {
        json.writeStringField("eyewall", eyewallVersion());
        json.writeStringField("stormApi", VersionInfo.getVersion());
        json.writeStringField("java", System.getProperty("java.version"));
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "eyewall " + eyewallVersion(),
            "Storm API " + VersionInfo.getVersion(),
            "Java " + System.getProperty("java.version")
        };
    }
}
