"""The look of colours to colour-blind people."""

import pytest

from generator.reading import colour_vision

# Pairs and differences of table 1 in Sharma, Wu and Dalal (2005).
SHARMA = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
    ((50.0, -0.0010, 2.4900), (50.0, 0.0009, -2.4900), 4.8045),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "wanted"), SHARMA)
def test_ciede2000_equals_the_published_table(
    one: colour_vision.Triple, other: colour_vision.Triple, wanted: float
) -> None:
    assert colour_vision.difference(one, other) == pytest.approx(wanted, abs=1e-4)
    assert colour_vision.difference(other, one) == pytest.approx(wanted, abs=1e-4)


def test_lab_of_white_and_of_red() -> None:
    assert colour_vision.lab(colour_vision.linear("#ffffff")) == pytest.approx(
        (100, 0, 0), abs=0.02
    )
    assert colour_vision.lab(colour_vision.linear("#ff0000")) == pytest.approx(
        (53.24, 80.09, 67.20), abs=0.05
    )
    assert colour_vision.lightness("#808080") == pytest.approx(53.59, abs=0.02)


@pytest.mark.parametrize("name", sorted(colour_vision.MATRICES))
def test_a_simulation_keeps_greys_and_is_stable(name: str) -> None:
    for grey in ("#000000", "#808080", "#ffffff"):
        seen = colour_vision.seen(grey, name)
        assert seen == pytest.approx(colour_vision.linear(grey), abs=1e-3)
    # The published rows sum to 1 to six digits.
    for row in colour_vision.MATRICES[name]:
        assert sum(row) == pytest.approx(1, abs=2e-6)


@pytest.mark.parametrize(
    ("one", "other", "sights"),
    [
        ("#000000", "#ffffff", ()),
        ("#808080", "#858585", ("everyone",)),
        ("#2f7d4f", "#8d5a2b", ("protan", "deutan", "grey")),
        ("#0072b2", "#e69f00", ()),  # Okabe and Ito's blue and orange, chosen to stay apart
        ("#ff0000", "#0000ff", ()),
    ],
)
def test_viewers_who_confuse_two_colours_are_listed(
    one: str, other: str, sights: tuple[str, ...]
) -> None:
    found = colour_vision.alike_for(one, other)
    assert found == sights
    assert colour_vision.alike_for(other, one) == found


def test_blue_and_green_merge_for_tritan_vision() -> None:
    assert "tritan" in colour_vision.alike_for("#00808e", "#1f7fa8")
