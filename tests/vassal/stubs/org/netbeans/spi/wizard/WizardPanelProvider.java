// A stand-in for a class of the wizard library, which VASSAL names and nothing here uses.
package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JComponent;

public abstract class WizardPanelProvider {
  protected WizardPanelProvider(String title, String[] steps, String[] descriptions) {}

  protected WizardPanelProvider(String[] steps, String[] descriptions) {}

  protected WizardPanelProvider(String title, String step, String description) {}

  protected abstract JComponent createPanel(WizardController controller, String id, Map data);
}
