/**
 * What one example costs, in time and allocation, by JMH on the Adult data set, and on matchings
 * and images that are drawn. Only the hot path comes in: no Kafka, no summaries, no files while the
 * clock runs. From the project's root,
 *
 * <pre>
 *   mvn -q -Pbench -pl ops/bench -am -DskipTests package
 *   java -jar ops/bench/target/majorant-bench-0.2.0.jar -prof gc
 * </pre>
 *
 * <p>runs all benchmarks; an operation is one example, so {@code gc.alloc.rate.norm} is bytes an
 * example. {@code AllocationIT} holds that below one for decoding and for diagonal curvature; JMH
 * itself allocates some 6 KB a second, which is what shows of an example that takes long. What the
 * whole learner costs is measured by {@code ops/majorant bench}.
 */
package org.majorant.bench;
