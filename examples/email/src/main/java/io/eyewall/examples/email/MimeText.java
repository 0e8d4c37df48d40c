package io.eyewall.examples.email;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.codec.QuotedPrintableInputStream;
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
import org.apache.james.mime4j.util.MimeUtil;
import org.jspecify.annotations.Nullable;

/** Decodes MIME text (RFC 2045 to 2047) with Apache James Mime4j. */
final class MimeText {
    /** No limits of length, because the message is already in memory. */
    private static final MimeConfig ANY_LENGTH =
            MimeConfig.custom()
                    .setMaxLineLen(-1)
                    .setMaxHeaderLen(-1)
                    .setMaxHeaderCount(-1)
                    .setMaxContentLen(-1)
                    .build();

    private MimeText() {}

    /**
     * Returns the text that a reader sees first: the first part in plain text that is not an
     * attachment, otherwise the first in HTML.
     *
     * @return the text, or null if there is none
     * @throws IOException if the message cannot be parsed
     */
    static @Nullable String body(byte[] message) throws IOException {
        DefaultMessageBuilder builder = new DefaultMessageBuilder();
        builder.setMimeEntityConfig(ANY_LENGTH);
        builder.setContentDecoding(false); // Mime4j drops the last letters of unpadded base64
        Entity whole = builder.parseMessage(new ByteArrayInputStream(message));
        Entity text = part(whole, "text/plain");
        text = text == null ? part(whole, "text/html") : text;
        if (text == null || !(text.getBody() instanceof SingleBody body)) {
            return null;
        }
        try (InputStream bytes = body.getInputStream()) {
            byte[] decoded = decode(bytes.readAllBytes(), text.getContentTransferEncoding());
            return text(decoded, charset(text)).replace("\r\n", "\n");
        }
    }

    /** Decodes a body. What is damaged is decoded as far as it can be. */
    private static byte[] decode(byte[] body, String encoding) throws IOException {
        InputStream encoded = new ByteArrayInputStream(body);
        if (MimeUtil.isQuotedPrintableEncoded(encoding)) {
            return new QuotedPrintableInputStream(encoded).readAllBytes();
        }
        if (!MimeUtil.isBase64Encoding(encoding)) {
            return body;
        }
        try {
            return Base64.getMimeDecoder().decode(body);
        } catch (IllegalArgumentException e) { // text after the padding, or a single last letter
            return new Base64InputStream(encoded).readAllBytes();
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
        String mimeType = String.valueOf(entity.getMimeType()).toLowerCase(Locale.ROOT);
        return body instanceof SingleBody && mimeType.equals(type) && !isAttached ? entity : null;
    }

    private static @Nullable Charset charset(Entity entity) {
        Field type = entity.getHeader().getField(FieldName.CONTENT_TYPE);
        String name =
                type instanceof ContentTypeField contentType ? contentType.getCharset() : null;
        return name == null ? null : CharsetUtil.lookup(name);
    }

    /**
     * Decodes bytes. Without a charset, or with us-ascii, which is often wrong, they are UTF-8 if
     * they are valid UTF-8, otherwise ISO 8859-1, which loses no byte.
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

    /** Returns the text of a field with encoded words, such as {@code =?utf-8?q?caf=C3=A9?=}. */
    static String words(String field) {
        return DecoderUtil.decodeEncodedWords(field, DecodeMonitor.SILENT, StandardCharsets.UTF_8);
    }
}
