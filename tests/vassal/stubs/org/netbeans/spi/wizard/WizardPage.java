// A stand-in for a class of the wizard library, which VASSAL names and nothing here uses.
package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JPanel;

public class WizardPage extends JPanel {
  private static final long serialVersionUID = 1L;

  public interface WizardResultProducer {
    Object finish(Map<?, ?> data) throws WizardException;

    boolean cancel(Map<?, ?> data);
  }
}
