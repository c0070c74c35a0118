package org.majorant.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate for 127.0.0.1, signed by its own key, and that key: made by the JDK's keytool, and
 * written as authorities hand them out.
 *
 * @param store with the certificate alone, for those who are to trust it
 * @param certificate PEM
 * @param key PEM, PKCS #8, not encrypted
 */
public record KeyFiles(KeyStore store, Path certificate, Path key) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /**
   * @param name of the owner and of the files
   * @param algorithm of the key
   */
  public static KeyFiles make(final Path dir, final String name, final String algorithm)
      throws Exception {
    final Path file = dir.resolve(name + ".p12");
    final Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                algorithm,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                file.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    final KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      made.load(in, PASSWORD);
    }
    final KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(name, made.getCertificate(name));
    final byte[] secret = made.getKey(name, PASSWORD).getEncoded();
    return new KeyFiles(
        trusted,
        pem(dir.resolve(name + ".crt"), "CERTIFICATE", made.getCertificate(name).getEncoded()),
        pem(dir.resolve(name + ".key"), "PRIVATE KEY", secret));
  }

  private static Path pem(final Path file, final String type, final byte[] bytes)
      throws IOException {
    final String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN %s-----%n%s%n-----END %1$s-----%n".formatted(type, text));
  }
}
