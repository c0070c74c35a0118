package org.majorant.stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class logs, from warnings on, while this is open. */
public final class LogRecorder implements AutoCloseable {
  private final Logger logger;
  private final ListAppender<ILoggingEvent> events = new ListAppender<>();

  public LogRecorder(final Class<?> of) {
    logger = (Logger) LoggerFactory.getLogger(of);
    logger.setLevel(Level.WARN);
    logger.setAdditive(false);
    logger.addAppender(events);
    events.start();
  }

  public List<String> messages() {
    return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(events);
    logger.setAdditive(true);
    logger.setLevel(null);
  }
}
