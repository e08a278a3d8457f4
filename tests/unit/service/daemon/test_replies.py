import pytest

from gridpilot.service.daemon.job_runner import answered, refused


def test_whoever_asks_gets_an_answer_even_where_gridpilot_fails() -> None:
    replies: list[dict[str, object]] = []

    def broken(request: dict[str, object], reply: object) -> None:
        raise OSError("too many open files")

    with pytest.raises(OSError, match="too many"):
        answered(broken, {"do": "status"}, replies.append)
    assert [(reply["ok"], reply["kind"]) for reply in replies] == [(False, "refused")]


def test_a_request_that_is_dealt_with_is_answered_once() -> None:
    replies: list[dict[str, object]] = []
    answered(lambda request, reply: reply(refused(request["do"])), {"do": "no"}, replies.append)
    assert [reply["error"]["message"] for reply in replies] == ["no"]
