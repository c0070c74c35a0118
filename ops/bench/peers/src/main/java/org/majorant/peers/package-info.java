/**
 * Other learners, each as its own documentation says to use it. They know nothing of Majorant, and
 * Majorant nothing of them: {@code ops/majorant bench} writes a file of examples, starts {@link
 * org.majorant.peers.Main} in a JVM of its own, and reads the line of JSON that it prints.
 */
package org.majorant.peers;
