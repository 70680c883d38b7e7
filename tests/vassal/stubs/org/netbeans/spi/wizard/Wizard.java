// A stand-in for a class of the wizard library, which VASSAL names and nothing here uses.
package org.netbeans.spi.wizard;

public abstract class Wizard {}
