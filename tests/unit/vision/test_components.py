"""Connected areas: the same boxes and sizes as OpenCV's own statistics give."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from gridpilot.vision.components import areas_of


@pytest.mark.parametrize("connectivity", [4, 8])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.62, 0.9, 1.0])
def test_boxes_and_sizes_are_those_that_opencv_counts(connectivity, share):
    mask = np.where(np.random.default_rng(1).random((70, 90)) < share, 255, 0).astype(np.uint8)
    expected = cv2.connectedComponentsWithStats(mask, connectivity=connectivity)[2][1:]
    assert areas_of(mask, connectivity).tolist() == expected.tolist()


def test_areas_that_reach_from_rim_to_rim_are_not_joined_over_it():
    mask = np.full((6, 5), 255, np.uint8)
    mask[2] = mask[:, 2] = 0
    assert areas_of(mask, 4).tolist() == [[0, 0, 2, 2, 4], [3, 0, 2, 2, 4], [0, 3, 2, 3, 6], [3, 3, 2, 3, 6]]
