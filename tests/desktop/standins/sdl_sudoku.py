"""A sudoku made with pygame, as hundreds of programs are: SDL's own word on which keys came, and a frame as cursor.

    python sdl_sudoku.py STATE_FILE PUZZLE SOLUTION [--mouse] [--polls] [--keypad] [--unseen]

SDL takes a key that is down again within 2 ms for one that is held; pygame leaves that out. The arrow keys move the
cursor, round the edges; with --mouse a click does, too; with --polls it looks once a frame which keys and buttons are
down, and arrow keys do nothing; with --keypad only the keypad's digits count; with --unseen no selection shows,
arrow keys do nothing, and it looks ten times a second whether a button is down. A wrong digit in a cell is a mistake,
however briefly.
"""

import argparse
from pathlib import Path

import pygame
from told import tell

CELL, EDGE = 56, 12
DIGITS = {getattr(pygame, f"K_{digit}"): str(digit) for digit in range(1, 10)}
KEYPAD = {getattr(pygame, f"K_KP{digit}"): str(digit) for digit in range(1, 10)}
STEPS = {pygame.K_RIGHT: (0, 1), pygame.K_LEFT: (0, -1), pygame.K_DOWN: (1, 0), pygame.K_UP: (-1, 0)}


class Game:
    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.board = list(given.puzzle)
        self.row = self.col = self.mistakes = 0
        self.keys: list[str] = []
        pygame.display.init()
        pygame.font.init()
        self.screen = pygame.display.set_mode((9 * CELL + 2 * EDGE,) * 2)
        pygame.display.set_caption("SDL sudoku")
        self.font = pygame.font.Font(None, 44)
        self.clock = pygame.time.Clock()

    def play(self) -> None:
        while True:
            self.draw()
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    return
                if event.type == pygame.MOUSEBUTTONDOWN and self.given.mouse:
                    self.select(event.pos)
                if self.given.unseen and pygame.mouse.get_pressed()[0]:
                    self.select(pygame.mouse.get_pos())
                if event.type == pygame.KEYDOWN and not self.given.polls:
                    self.press(event.key)
            if self.given.polls:
                self.poll()
            tell(self.given.state, board="".join(self.board), mistakes=self.mistakes, keys=self.keys)
            self.clock.tick(10 if self.given.unseen else 60)

    def select(self, at: tuple[int, int]) -> None:
        self.col, self.row = ((along - EDGE) // CELL % 9 for along in at)

    def poll(self) -> None:
        if pygame.mouse.get_pressed()[0]:
            self.select(pygame.mouse.get_pos())
        down = pygame.key.get_pressed()
        for key in [key for key in DIGITS if down[key]]:
            self.press(key)

    def press(self, key: int) -> None:
        self.keys.append(pygame.key.name(key))
        down, right = (0, 0) if self.given.keypad or self.given.unseen else STEPS.get(key, (0, 0))
        self.row, self.col = (self.row + down) % 9, (self.col + right) % 9
        at = 9 * self.row + self.col
        digit = (KEYPAD if self.given.keypad else DIGITS).get(key)
        if digit and self.given.puzzle[at] == ".":
            self.board[at] = digit
            self.mistakes += self.board[at] != self.given.solution[at]

    def draw(self) -> None:
        self.screen.fill("#ffffff")
        for line in range(10):
            at, width = EDGE + line * CELL, 1 if line % 3 else 4
            pygame.draw.line(self.screen, "#222222", (at, EDGE), (at, EDGE + 9 * CELL), width)
            pygame.draw.line(self.screen, "#222222", (EDGE, at), (EDGE + 9 * CELL, at), width)
        for index, mark in enumerate(self.board):
            row, col = divmod(index, 9)
            digit = self.font.render(mark.strip("."), True, "#111111" if self.given.puzzle[index] != "." else "#2255cc")
            middle = EDGE + col * CELL + CELL // 2, EDGE + row * CELL + CELL // 2
            self.screen.blit(digit, digit.get_rect(center=middle))
        frame = pygame.Rect(EDGE + self.col * CELL, EDGE + self.row * CELL, CELL + 2, CELL + 2)
        if not self.given.unseen:
            pygame.draw.rect(self.screen, "#cc2222", frame, 5)
        pygame.display.flip()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("state", type=Path)
    parser.add_argument("puzzle")
    parser.add_argument("solution")
    parser.add_argument("--mouse", action="store_true")
    parser.add_argument("--polls", action="store_true")
    parser.add_argument("--keypad", action="store_true")
    parser.add_argument("--unseen", action="store_true")
    Game(parser.parse_args()).play()
