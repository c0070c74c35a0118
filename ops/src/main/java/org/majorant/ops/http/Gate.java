package org.majorant.ops.http;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.Header;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.MisdirectedRequestResponse;
import io.javalin.http.UnauthorizedResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What each request passes before it is answered. Not only programs of this machine reach loopback:
 * so does any page in a browser that runs here. It may give its own name this machine's address
 * (DNS rebinding), and the browser would let it read the answers. So on loopback only names of
 * loopback are answered. Beyond loopback any name is: there the token protects, which a browser
 * does not send for another name. A browser says which page sends a request; only our own may, but
 * for links to the page itself. Health is for anybody, all else for who knows the token, where
 * there is one.
 */
final class Gate {
  /**
   * What every answer says to browsers: the page's scripts and styles are its own files, nobody
   * frames it, and what it links to does not learn where it is.
   */
  static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "X-Frame-Options",
          "DENY",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer");

  private static final Set<String> HEALTH =
      Set.of("/healthz", "/readyz", "/v2/health/live", "/v2/health/ready");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Where browsers say whose page asks, for GETs of images and scripts, too. */
  private static final String SITE = "Sec-Fetch-Site";

  private static final Set<String> STRANGERS = Set.of("cross-site", "same-site");
  private static final Pattern PORT = Pattern.compile(":\\d*$");

  /** A prediction is posted, all else is only read. */
  private static final Pattern POSTED =
      Pattern.compile(
          "/api/models/[^/]+(/versions/[^/]+)?/predict|/v2/models/[^/]+(/versions/[^/]+)?/infer");

  private static final Set<String> POST = Set.of("POST");
  private static final Set<String> READ = Set.of("GET", "HEAD");

  private final Optional<String> token;
  private final Set<String> names; // that are answered; empty: any

  Gate(final HttpAddress address) {
    token = address.token();
    names = new TreeSet<>();
    if (address.isLoopback()) {
      names.addAll(LOOPBACK);
      names.add(address.hostInUrl().toLowerCase(Locale.ROOT));
    }
  }

  /** Throws the answer to a request that may not pass. */
  void check(final Context ctx) {
    final String host = ctx.header(Header.HOST); // browsers always send it
    if (host != null && !answers(host)) {
      throw new MisdirectedRequestResponse(
          "this is not %s: ask for one of %s, or listen elsewhere by --http-host"
              .formatted(name(host), String.join(", ", names)));
    }
    final String origin = ctx.header(Header.ORIGIN);
    if (origin != null && !isOf(host, origin)) {
      throw new ForbiddenResponse("requests from pages of other hosts are not answered");
    }
    if (STRANGERS.contains(Optional.ofNullable(ctx.header(SITE)).orElse("")) && !opensPage(ctx)) {
      throw new ForbiddenResponse("requests from pages of other hosts are not answered");
    }
    authorize(ctx);
    final Set<String> allowed = POSTED.matcher(ctx.path()).matches() ? POST : READ;
    if (!allowed.contains(ctx.req().getMethod())) {
      final String methods = String.join(", ", new TreeSet<>(allowed));
      ctx.header(Header.ALLOW, methods);
      throw new MethodNotAllowedResponse("%s is for %s".formatted(ctx.path(), methods));
    }
  }

  /** Whether somebody follows a link to the page, which shows nothing to where the link is. */
  private static boolean opensPage(final Context ctx) {
    return "navigate".equals(ctx.header("Sec-Fetch-Mode"))
        && "document".equals(ctx.header("Sec-Fetch-Dest"))
        && !ctx.path().startsWith("/api/");
  }

  /** Whether a request for a host, with its port or without, may be meant for us. */
  boolean answers(final String host) {
    return names.isEmpty() || names.contains(name(host));
  }

  /** The name in a header, without the port: that one may be another's, through a tunnel. */
  private static String name(final String host) {
    return PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
  }

  private static boolean isOf(final String host, final String origin) {
    try {
      return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
    } catch (final IllegalArgumentException e) {
      return false;
    }
  }

  /** Programs send the token as a bearer; a browser asks its user for it, as a password. */
  private void authorize(final Context ctx) {
    if (token.isEmpty() || HEALTH.contains(ctx.path())) {
      return;
    }
    final String sent = sent(Optional.ofNullable(ctx.header(Header.AUTHORIZATION)).orElse(""));
    if (!MessageDigest.isEqual(bytes(token.get()), bytes(sent))) {
      ctx.header(Header.WWW_AUTHENTICATE, "Bearer");
      ctx.res().addHeader(Header.WWW_AUTHENTICATE, "Basic realm=\"majorant\"");
      throw new UnauthorizedResponse(
          "send the token as Authorization: Bearer, or as the password of any user");
    }
  }

  /**
   * The token in a header, whose scheme may be in letters of any size; empty where there is none.
   */
  private static String sent(final String authorization) {
    final String[] words = authorization.strip().split(" +", 2);
    if (words.length < 2) {
      return "";
    }
    return switch (words[0].toLowerCase(Locale.ROOT)) {
      case "bearer" -> words[1];
      case "basic" -> password(words[1]);
      default -> "";
    };
  }

  /** What follows the user's name; empty where it is no base 64, or there is no name. */
  private static String password(final String encoded) {
    try {
      final String both = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      final int colon = both.indexOf(':');
      return colon < 0 ? "" : both.substring(colon + 1);
    } catch (final IllegalArgumentException e) {
      return "";
    }
  }

  private static byte[] bytes(final String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
