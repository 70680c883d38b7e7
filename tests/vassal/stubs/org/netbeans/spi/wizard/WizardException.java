// A stand-in for a class of the wizard library, which VASSAL names and nothing here uses.
package org.netbeans.spi.wizard;

public class WizardException extends Exception {
  private static final long serialVersionUID = 1L;
}
