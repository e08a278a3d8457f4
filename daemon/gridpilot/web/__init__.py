"""Boards in web pages, asked of the page itself instead of the screen: the extra `gridpilot[web]`.

    table.py     what the inputs of a page hold, as a reading that the game's rules can judge
    fill.py      one board, from the page to the verified fill
    chromium.py  a browser, by Selenium: the only module that imports it, and only when a page is asked for

The rules are those of the screen: nothing is typed unless exactly one board is possible, and nothing counts as typed
until the page was asked again.
"""
