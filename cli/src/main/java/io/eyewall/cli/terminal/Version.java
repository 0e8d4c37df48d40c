package io.eyewall.cli.terminal;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.apache.storm.utils.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/** Provides the output of {@code --version}. */
public final class Version implements IVersionProvider {
    private static String own() {
        String own = Version.class.getPackage().getImplementationVersion();
        return own == null ? "(not packaged)" : own;
    }

    /** Writes the version as JSON fields. */
    public static void write(JsonGenerator json) throws IOException {
        json.writeStringField("eyewall", own());
        json.writeStringField("stormApi", VersionInfo.getVersion());
        json.writeStringField("java", System.getProperty("java.version"));
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "eyewall " + own(),
            "Storm API " + VersionInfo.getVersion(),
            "Java " + System.getProperty("java.version")
        };
    }
}
