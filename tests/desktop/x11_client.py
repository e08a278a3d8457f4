"""A program that writes down what reaches it, as toolkits see it: characters, states, clicks, and a 9 x 9 board."""

import sys
from dataclasses import dataclass
from pathlib import Path

from virtual import Desktop, wait_for

PROGRAM = """
import sys, tkinter
out = open(sys.argv[1], "a", buffering=1)
root = tkinter.Tk(className=sys.argv[2])
root.title(sys.argv[3])
root.geometry("450x450+60+40")
canvas = tkinter.Canvas(root, highlightthickness=0, background="#336699")
canvas.pack(fill="both", expand=True)
canvas.create_rectangle(10, 20, 40, 60, fill="#ff8000", outline="")
cell = None
def click(event):
    global cell
    cell = (event.y // 50, event.x // 50)
    print("click", event.num, event.x, event.y, file=out)
def key(event):
    print("key", event.keysym, repr(event.char), event.state, event.keycode, cell, file=out, sep="|")
canvas.bind("<Button>", click)
canvas.bind("<B1-Motion>", lambda event: print("drag", 1, event.x, event.y, file=out))
canvas.bind("<ButtonRelease>", lambda event: print("drop", event.num, event.x, event.y, file=out))
root.bind("<Key>", key)
root.mainloop()
"""


@dataclass(frozen=True, slots=True)
class Client:
    """`window` is its top-level window; the content is 450 x 450, nine cells of 50 each way."""

    desk: Desktop
    window: int
    log: Path

    def lines(self) -> list[str]:
        return self.log.read_text().splitlines()

    def typed(self) -> list[list[str]]:
        """Per key: keysym, character, state, key code, selected cell. Modifiers and the locks are left out."""
        split = [line.split("|")[1:] for line in self.lines() if line.startswith("key|")]
        return [key for key in split if not key[0].endswith(("_L", "_R", "_Lock")) and "Level3" not in key[0]]

    def text(self) -> str:
        return "".join(key[1][1:-1] for key in self.typed())

    def wait_keys(self, count: int) -> list[list[str]]:
        wait_for(lambda: len(self.typed()) >= count, what=f"{count} keys in {self.lines()[-5:]}")
        return self.typed()

    def clear(self) -> None:
        """Forgets what came; what is still on its way (the key that changes the layout) is waited for first."""
        self.settle()
        self.log.write_text("")

    def settle(self) -> None:
        """Returns when everything sent before has arrived: a key of the hand comes after all of it."""
        before = len(self.typed())
        self.desk.hand.tap("end")
        wait_for(lambda: "End" in [key[0] for key in self.typed()[before:]], what="the closing key")

    def at(self, row: int, col: int) -> tuple[int, int]:
        x, y, _, _ = self.desk.area(self.window)
        return x + 50 * col + 25, y + 50 * row + 25


def start_client(desk: Desktop, name: str = "Logger", title: str = "a logging client") -> Client:
    """With the focus."""
    log = desk.home / f"{name}.log.txt"
    log.write_text("")
    desk.start([sys.executable, "-c", PROGRAM, str(log), name, title])
    window = desk.wait_window(class_name=name)
    desk.focus(window)
    return Client(desk, window, log)
