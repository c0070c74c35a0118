/**
 * What a service really answered: predictions on a topic, from which the model learns when their
 * labels have come.
 *
 * <p>Nothing that reads topics may come in: a prediction waits for no broker. Of Majorant it uses
 * the schemas and the models.
 */
package org.majorant.served;
