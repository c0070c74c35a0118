package org.majorant.research.bench;

import java.util.List;

/**
 * The labeled examples of a file.
 *
 * @param data the spec that fits them, and the examples over and over
 * @param train to learn
 * @param test that are held out
 */
public record DataSet(BenchData data, List<byte[]> train, List<byte[]> test) {}
