// A stand-in for a class of the wizard library, which VASSAL names and nothing here uses.
package org.netbeans.spi.wizard;

public final class WizardController {
  public static final int MODE_CAN_FINISH = 1;
  public static final int MODE_CAN_CONTINUE = 2;
  public static final int MODE_CAN_CONTINUE_OR_FINISH = 3;

  public void setProblem(String problem) {}

  public void setForwardNavigationMode(int mode) {}

  public void setBusy(boolean busy) {}
}
