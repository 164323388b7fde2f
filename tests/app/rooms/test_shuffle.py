"""deal-v1 against its published vector, and what makes it fair."""

from __future__ import annotations

import itertools
from collections import Counter

from app.rooms import shuffle

SEED, MATCH, SHARES = bytes(range(32)), "WATER7", [b"\x11" * 16, b"\x22" * 16]


def test_vector() -> None:
    key = shuffle.key(SEED, MATCH, SHARES)
    assert shuffle.commitment(SEED) == "2ce17ee76402d399da141694d6c346ac59564403debcf50b909e71f1e3d9167a"
    assert key.hex() == "726717f92d18f3c318783bdd0838ff23c1dc0682226ff1424b4911619ddfcab4"
    assert next(shuffle.words(key, "shuffle", 1)) == 1251573638
    assert shuffle.order(range(64), key, 1)[:10] == [10, 26, 7, 33, 22, 12, 55, 53, 18, 62]
    assert shuffle.order(range(54), key, 1)[:10] == [34, 52, 20, 26, 6, 35, 14, 2, 33, 41]


def test_everything_that_goes_in_changes_what_comes_out() -> None:
    keys = {
        shuffle.key(SEED, MATCH, SHARES),
        shuffle.key(SEED[::-1], MATCH, SHARES),
        shuffle.key(SEED, "WATER8", SHARES),
        shuffle.key(SEED, MATCH, SHARES[::-1]),
        shuffle.key(SEED, MATCH, [b"", SHARES[1]]),
        shuffle.key(SEED, MATCH, [SHARES[0], b""]),
        shuffle.key(SEED, MATCH, [*SHARES, b""]),
    }
    assert len(keys) == 7
    key = keys.pop()
    assert shuffle.order(range(64), key, 1) != shuffle.order(range(64), key, 2)


def test_an_order_holds_every_card_once_and_every_place_is_possible() -> None:
    tops: Counter[int] = Counter()
    for nth in range(600):
        order = shuffle.order(range(8), shuffle.key(nth.to_bytes(32, "big"), MATCH, SHARES), 1)
        assert sorted(order) == list(range(8))
        tops[order[0]] += 1
    # 600 draws of 8: 75 each, standard deviation 8.1; five of them either way.
    assert all(34 <= tops[card] <= 116 for card in range(8))


def test_below_passes_over_the_uneven_rest() -> None:
    limit = 2**32 - 2**32 % 3
    assert shuffle.below(3, iter([limit, 2**32 - 1, 5])) == 2


def test_first_seat_is_drawn_evenly() -> None:
    drawn = Counter(shuffle.first_seat(shuffle.key(nth.to_bytes(32, "big"), MATCH, SHARES), 4) for nth in range(400))
    assert set(drawn) == {0, 1, 2, 3}
    assert all(57 <= count <= 143 for count in drawn.values())


def test_words_run_on_over_blocks() -> None:
    words = list(itertools.islice(shuffle.words(b"k" * 32, "shuffle", 1), 20))
    assert len(set(words)) == 20
