/**
 * What is shipped for other people's programs (Prometheus, Grafana, Compose, a browser, Node,
 * Python) is tried with those programs: {@code mvn verify -Dsuite=tools} runs the classes {@code
 * *ToolsIT} instead of the other tests. One whose program is missing is skipped, and with {@code
 * MAJORANT_REQUIRE_TOOLS=1} fails.
 */
package org.majorant.acceptance.tools;
