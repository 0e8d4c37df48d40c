package io.eyewall.examples.email;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.dom.Body;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.dom.field.ContentTypeField;
import org.apache.james.mime4j.dom.field.FieldName;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.util.CharsetUtil;
import org.jspecify.annotations.Nullable;

/** Text as MIME has it (RFC 2045 to 2047), decoded by Apache James Mime4j. */
final class MimeText {
    /** A message may be as long as it likes: it is in memory already. */
    private static final MimeConfig ANY_LENGTH =
            MimeConfig.custom()
                    .setMaxLineLen(-1)
                    .setMaxHeaderLen(-1)
                    .setMaxHeaderCount(-1)
                    .setMaxContentLen(-1)
                    .build();

    private MimeText() {}

    /**
     * The text that a person reads first: of several parts the first of plain text that is not
     * attached, else the first of HTML.
     *
     * @return null if there is none
     * @throws IOException if it can't be parsed
     */
    static @Nullable String body(byte[] message) throws IOException {
        DefaultMessageBuilder builder = new DefaultMessageBuilder();
        builder.setMimeEntityConfig(ANY_LENGTH);
        Entity whole = builder.parseMessage(new ByteArrayInputStream(message));
        Entity text = part(whole, "text/plain");
        text = text == null ? part(whole, "text/html") : text;
        if (text == null || !(text.getBody() instanceof SingleBody body)) {
            return null;
        }
        try (InputStream bytes = body.getInputStream()) {
            return text(bytes.readAllBytes(), charset(text)).replace("\r\n", "\n");
        }
    }

    private static @Nullable Entity part(Entity entity, String type) {
        Body body = entity.getBody();
        if (body instanceof Multipart parts) {
            for (Entity each : parts.getBodyParts()) {
                Entity found = part(each, type);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        boolean isAttached = "attachment".equalsIgnoreCase(entity.getDispositionType());
        String its = String.valueOf(entity.getMimeType()).toLowerCase(Locale.ROOT);
        return body instanceof SingleBody && its.equals(type) && !isAttached ? entity : null;
    }

    private static @Nullable Charset charset(Entity entity) {
        Field type = entity.getHeader().getField(FieldName.CONTENT_TYPE);
        String name = type instanceof ContentTypeField its ? its.getCharset() : null;
        return name == null ? null : CharsetUtil.lookup(name);
    }

    /**
     * Text of bytes. Without a charset, or with a wrong one (many write us-ascii), it is UTF-8 if
     * it can be, else ISO 8859-1, by which no byte is lost.
     */
    static String text(byte[] bytes, @Nullable Charset charset) {
        if (charset != null && !charset.equals(StandardCharsets.US_ASCII)) {
            return new String(bytes, charset);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /** The text of a field with encoded words, such as {@code =?utf-8?q?caf=C3=A9?=}. */
    static String words(String field) {
        return DecoderUtil.decodeEncodedWords(field, DecodeMonitor.SILENT, StandardCharsets.UTF_8);
    }
}
