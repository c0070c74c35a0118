"""What the reader of the topic makes of features, where other readers do not show it."""

import unittest

from majorant.topic.features import HATS, QUANTILES, Standardization, ViewMap, blocks, knots

NUMBER = {
    "count": 100,
    "means": [2.0],
    "squares": [100.0],
    "quantiles": [i / 6 for i in range(QUANTILES)],
}


class FeaturesTest(unittest.TestCase):
    def test_view_thatIsNotKnown_isRefusedWithWhatToDo(self):
        with self.assertRaisesRegex(ValueError, "the view waves.*: predict over HTTP"):
            blocks(["LINEAR", "WAVES"], 3, 3)

    def test_knots_areEachOnce_andOfANumberWithFewValuesOthers(self):
        self.assertEqual(knots([0] * 4 + [1] * 21), [])
        self.assertEqual(knots([0] * 23 + [1, 2]), [0, 1, 2])
        self.assertEqual(knots(list(range(25))), [0, 4, 8, 12, 16, 20, 24])

    def test_hats_addUpToOne_andBeyondTheKnotsToo(self):
        standardization = Standardization([0], NUMBER)
        (hats,) = blocks(["HATS"], 1, 1)
        view_map = ViewMap([hats], 1, standardization, NUMBER)
        for x in (-1e9, 0.0, 0.3, 2.0, 3.99, 4.0, 1e9):
            made = view_map.apply(standardization.apply({0: x}))
            own = [made.get(1 + k, 0.0) for k in range(HATS)]
            self.assertAlmostEqual(sum(own), 1, msg=x)
            self.assertEqual(made[hats.end - 1], 1.0)


if __name__ == "__main__":
    unittest.main()
