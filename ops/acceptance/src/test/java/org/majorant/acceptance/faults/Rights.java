package org.majorant.acceptance.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * The table of the operators' page that says which rights each principal needs, so that the page is
 * what is tested. A row is a principal, what a right is on, and the operations; a name that ends
 * with a star stands for all that begin so, and a star alone for all.
 */
final class Rights {
  private static final Path PAGE = Path.of("OPERATIONS.md");
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| ([^|]+) \\| (topic|group|transactional id|cluster)([^|]*) \\|"
              + " ([^|]+) \\|");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  private Rights() {}

  /** By principal, in the page's order; who is in several rows needs all of them. */
  static Map<String, List<AclBinding>> onPage(final String principal) throws IOException {
    final Map<String, List<AclBinding>> rights = new LinkedHashMap<>();
    final Matcher row = ROW.matcher(Files.readString(PAGE));
    while (row.find()) {
      final List<AclBinding> all =
          rights.computeIfAbsent(row.group(1).replace("`", "").strip(), who -> new ArrayList<>());
      for (final ResourcePattern on : resources(row.group(2), row.group(3))) {
        for (final String operation : names(row.group(4))) {
          all.add(allow(principal, on, AclOperation.fromString(operation)));
        }
      }
    }
    return rights;
  }

  static AclBinding allow(
      final String principal, final ResourcePattern on, final AclOperation operation) {
    return new AclBinding(
        on, new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
  }

  private static List<ResourcePattern> resources(final String type, final String names) {
    if (type.equals("cluster")) {
      return List.of(
          new ResourcePattern(ResourceType.CLUSTER, Resource.CLUSTER_NAME, PatternType.LITERAL));
    }
    final ResourceType of = ResourceType.fromString(type.replace(' ', '_'));
    return names(names).stream()
        .map(
            name ->
                name.endsWith("*") && name.length() > 1
                    ? new ResourcePattern(
                        of, name.substring(0, name.length() - 1), PatternType.PREFIXED)
                    : new ResourcePattern(of, name, PatternType.LITERAL))
        .toList();
  }

  private static List<String> names(final String cell) {
    return NAME.matcher(cell).results().map(match -> match.group(1)).toList();
  }
}
