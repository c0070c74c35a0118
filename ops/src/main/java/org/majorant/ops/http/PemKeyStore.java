package org.majorant.ops.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.majorant.ops.terminal.CommandFailed;

/**
 * A server's certificate and key as the files that certificate authorities hand out, made into what
 * Java wants. The JDK reads both; that they belong together is tried by a signature, since a server
 * with the wrong key would start, and then fail each client.
 */
public final class PemKeyStore {
  /** There is none on disk: it guards the store in memory, where the key is anyway. */
  static final String PASSWORD = "";

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  /** How a key of an algorithm signs. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private PemKeyStore() {}

  /**
   * @param certificates the server's own first, then those that signed it
   * @param key in PKCS #8, not encrypted
   * @throws CommandFailed where they cannot be read, or do not belong together
   */
  public static KeyStore read(final Path certificates, final Path key) {
    final Certificate[] chain = chain(certificates);
    final PublicKey certified = chain[0].getPublicKey();
    final PrivateKey secret =
        key(key)
            .flatMap(bytes -> decode(certified, bytes))
            .orElseThrow(
                () ->
                    new CommandFailed(
                        "%s is no PKCS #8 key (PEM, not encrypted) for the certificate in %s: make one with 'openssl pkcs8 -topk8 -nocrypt'"
                            .formatted(key, certificates)));
    try {
      final KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("http", secret, PASSWORD.toCharArray(), chain);
      return store;
    } catch (final GeneralSecurityException | IOException e) {
      throw new CommandFailed(
          "cannot use the certificate in %s: name another by --http-tls-cert"
              .formatted(certificates),
          e);
    }
  }

  private static Certificate[] chain(final Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      final var chain = CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (!chain.isEmpty()) {
        return chain.toArray(Certificate[]::new);
      }
    } catch (final GeneralSecurityException | IOException e) {
      throw new CommandFailed(
          "cannot read a certificate (PEM) from %s: name another file by --http-tls-cert"
              .formatted(file),
          e);
    }
    throw new CommandFailed(
        "%s has no certificate (PEM): name another file by --http-tls-cert".formatted(file));
  }

  /** The bytes of a key's file; empty where it has no such key. */
  private static Optional<byte[]> key(final Path file) {
    try {
      final Matcher pem = KEY.matcher(Files.readString(file));
      return pem.find()
          ? Optional.of(Base64.getMimeDecoder().decode(pem.group(1)))
          : Optional.empty();
    } catch (final IOException e) {
      throw new CommandFailed(
          "cannot read the key in %s: name another file by --http-tls-key".formatted(file), e);
    }
  }

  /** The key, if it is the one that was certified. */
  private static Optional<PrivateKey> decode(final PublicKey certified, final byte[] bytes) {
    final String algorithm = certified.getAlgorithm();
    try {
      final PrivateKey key =
          KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      final Signature signature = Signature.getInstance(SIGNATURES.get(algorithm));
      signature.initSign(key);
      signature.update(bytes);
      final byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(bytes);
      return signature.verify(signed) ? Optional.of(key) : Optional.empty();
    } catch (final GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
