package org.majorant.store;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class warns of, in place of the log. */
final class LoggedLines implements AutoCloseable {
  private final ListAppender<ILoggingEvent> told = new ListAppender<>();
  private final Logger logger;

  LoggedLines(final Class<?> logging) {
    logger = (Logger) LoggerFactory.getLogger(logging);
    told.start();
    logger.setLevel(Level.WARN);
    logger.setAdditive(false);
    logger.addAppender(told);
  }

  List<ILoggingEvent> events() {
    return told.list;
  }

  List<String> lines() {
    return told.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(told);
    logger.setAdditive(true);
    logger.setLevel(null);
  }
}
