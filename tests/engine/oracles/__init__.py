"""What may be played, said once more: judges written from the rule texts and RULINGS, who know nothing of engine.games.

An oracle reads views and news as a browser would. Each module has the same four functions:

    legal(view, seat, move)  whether the rules allow a readable move (as JSON) to the seat that is to act
    every(view, seat)        every move there could be, legal or not, by brute force
    form(view, seat, move)   the move without what means nothing: the order of cards in a pile, a suit that is clear
    follows(before, move, news, after)   whether what came about by itself had to, and nothing else; as a spectator sees
"""

from __future__ import annotations

from types import ModuleType

from tests.engine.oracles import herds, waters

ORACLES: dict[str, ModuleType] = {"waterhole": herds, "kariba": herds, "seven_waters": waters}
