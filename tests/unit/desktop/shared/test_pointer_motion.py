from gridpilot.desktop.shared.pointer_motion import Motion


def test_a_hand_that_comes_to_rest_after_the_hotkey_may_nudge_the_mouse():
    motion = Motion(began=100.0)
    assert not motion.is_a_hand(12.0, 100.1)
    assert not motion.is_a_hand(5.0, 100.4)


def test_later_the_same_nudge_is_the_users_will():
    motion = Motion(began=100.0)
    assert not motion.is_a_hand(5.0, 100.5)
    assert motion.is_a_hand(2.0, 100.6)


def test_a_grasp_of_the_mouse_stops_at_any_time():
    assert Motion(began=100.0).is_a_hand(21.0, 100.01)
    motion = Motion(began=100.0)
    assert not motion.is_a_hand(15.0, 100.01)
    assert motion.is_a_hand(15.0, 100.02)
