"""What pywargame makes of a VASSAL module, a line a thing, tab-separated:

    hex    MAP NAME X Y                each hex whose name comes in, a line a name; not in grids that
                                       are numbered downwards, which it counts otherwise than VASSAL
    slot   ID NAME LEVELS              each piece of the palettes
    start  MAP X Y ID                  each piece that is there when a game begins
    piece  SETUP MAP X Y ID LEVEL      each piece of each set-up

ID is the property of that name. Run it with second_reader.sh.
"""

import io
import re
import sys
import zipfile

from pywargame.vassal import BuildFile, LayerTrait, MarkTrait, SaveIO, VMod, WithTraits

complaints = 0


def complain(words):
    global complaints
    complaints += 1
    print(words, file=sys.stderr)


def say(*words):
    print(*words, sep="\t")


def marks(traits):
    """Properties: VASSAL keeps several in one trait, with commas between."""
    found = {}
    for trait in traits:
        if trait.ID == MarkTrait.ID:
            # A value's own semicolons part it for pywargame.
            values = ";".join(trait._state)
            found.update(zip(trait["name"].split(","), values.split(",")))
    return found


def level(traits):
    layers = [trait for trait in traits if trait.ID == LayerTrait.ID]
    return (len(layers[0].getImages()), layers[0].getLevel()) if layers else (1, 1)


def hexes(game, names):
    for map_name, found in game.getMaps().items():
        for board in found.getBoardPicker()[0].getBoards().values():
            zoned = board.getZonedGrids()
            zones = zoned[0].getZones() if zoned else {}
            for zone in zones.values():
                for grid in zone.getHexGrids(single=False) or []:
                    if any("true" in (n["hDescend"], n["vDescend"]) for n in grid.getNumbering()):
                        continue
                    how = zone["locationFormat"].replace("$name$", zone["name"])
                    before, after = (re.escape(part) for part in how.split("$gridLocation$"))
                    for name in names:
                        inner = re.fullmatch(f"{before}(.*){after}", name)
                        place = grid.getLocation(inner[1]) if inner else None
                        if place:
                            say("hex", map_name, name, *place)


def slots(game):
    for slot in game.getPieces():
        above = slot.getParent()
        traits = slot.getTraits()
        own = marks(traits)
        basic = traits[-1]
        if above.TAG.endswith("SetupStack"):
            say("start", above.getMap()["mapName"], above["x"], above["y"], own.get("Id", ""))
        else:
            say("slot", own.get("Id", ""), basic["name"].replace("\\", ""), level(traits)[0])


def set_up(name, bytes_):
    file = io.BytesIO(bytes_)
    file.name = name
    _, lines = SaveIO.readSave(file)
    for line in lines:
        # It takes bytes for letters.
        line = line.encode("latin-1").decode()
        if not line.startswith("+/"):
            continue
        _, traits = WithTraits.decodeAdd2(line)
        if not traits or traits[0].ID == "stack":
            continue
        basic = traits[-1]
        if basic.ID != "piece":
            complain(f"{name}: the innermost trait is {basic.ID}: {line}")
            continue
        own = marks(traits)
        place = basic["map"], basic["x"], basic["y"]
        say("piece", name, *place, own.get("Id", ""), level(traits)[1])


def main():
    names = sys.stdin.read().split("\n")
    with VMod(sys.argv[1], "r") as module:
        game = BuildFile(module.getBuildFile()).getGame()
        module.getModuleData()
        hexes(game, [name for name in names if name])
        slots(game)
    with zipfile.ZipFile(sys.argv[1]) as module:
        for name in sorted(module.namelist()):
            if name.endswith(".vsav"):
                set_up(name, module.read(name))


main()
sys.exit(1 if complaints else 0)
