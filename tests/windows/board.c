/* A sudoku board as Windows programs are: a window with a menu bar, cells that are clicked, keys that are typed.
 *
 *   board.exe TITLE GIVENS FILE     81 signs, a dot for a blank
 *
 * FILE is the truth: after each change a line with all 81 cells; every key that the window gets, wherever it goes, is a
 * line "key CODE" before that, and every click a line "click X Y". Arrows move the selection, Delete and Backspace empty
 * a cell, givens stay.
 */
#define _WIN32_WINNT 0x0A00
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>

static WCHAR cells[82], givens[82];
static int side, chosen = -1;
static FILE *truth;

static void paint(HWND window)
{
    PAINTSTRUCT state;
    HDC pen = BeginPaint(window, &state);
    HBRUSH black = GetStockObject(BLACK_BRUSH), blue = CreateSolidBrush(RGB(200, 220, 255));
    HFONT font = CreateFontW(-side * 6 / 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ANTIALIASED_QUALITY, 0, L"DejaVu Sans");
    SelectObject(pen, font);
    SetBkMode(pen, TRANSPARENT);
    for (int i = 0; i < 81; i++) {
        RECT at = {side / 2 + i % 9 * side, side / 2 + i / 9 * side};
        at.right = at.left + side, at.bottom = at.top + side;
        if (i == chosen)
            FillRect(pen, &at, blue);
        SetTextColor(pen, givens[i] == '.' ? RGB(0, 60, 200) : RGB(0, 0, 0));
        if (cells[i] != '.')
            DrawTextW(pen, &cells[i], 1, &at, DT_CENTER | DT_VCENTER | DT_SINGLELINE);
    }
    for (int i = 0; i <= 9; i++) {
        int from = side / 2, to = from + 9 * side, wide = i % 3 ? 1 : side / 12, middle = from + i * side;
        RECT down = {middle - wide / 2, from, middle - wide / 2 + wide, to};
        RECT across = {from, middle - wide / 2, to, middle - wide / 2 + wide};
        FillRect(pen, &down, black);
        FillRect(pen, &across, black);
    }
    DeleteObject(font);
    DeleteObject(blue);
    EndPaint(window, &state);
}

static void put(HWND window, WCHAR sign)
{
    if (chosen >= 0 && givens[chosen] == '.') {
        cells[chosen] = sign;
        fprintf(truth, "%ls\n", cells);
        fflush(truth);
        InvalidateRect(window, NULL, TRUE);
    }
}

static void key(HWND window, WPARAM code)
{
    int row = chosen / 9, column = chosen % 9;
    fprintf(truth, "key %d\n", (int)code);
    fflush(truth);
    if (code == VK_DELETE || code == VK_BACK)
        put(window, '.');
    row += (code == VK_DOWN && row < 8) - (code == VK_UP && row > 0);
    column += (code == VK_RIGHT && column < 8) - (code == VK_LEFT && column > 0);
    if (chosen >= 0)
        chosen = 9 * row + column;
    InvalidateRect(window, NULL, TRUE);
}

static void click(HWND window, int x, int y)
{
    fprintf(truth, "click %d %d\n", x, y);
    fflush(truth);
    int column = x < side / 2 ? 9 : (x - side / 2) / side, row = y < side / 2 ? 9 : (y - side / 2) / side;
    chosen = row < 9 && column < 9 ? 9 * row + column : -1;
    InvalidateRect(window, NULL, TRUE);
}

static LRESULT CALLBACK answer(HWND window, UINT message, WPARAM word, LPARAM two)
{
    switch (message) {
    case WM_PAINT:
        paint(window);
        return 0;
    case WM_LBUTTONDOWN:
        click(window, (short)LOWORD(two), (short)HIWORD(two));
        return 0;
    case WM_KEYDOWN:
        key(window, word);
        return 0;
    case WM_CHAR:
        if (word >= '1' && word <= '9')
            put(window, word);
        return 0;
    case WM_DESTROY:
        PostQuitMessage(0);
        return 0;
    }
    return DefWindowProcW(window, message, word, two);
}

int WINAPI wWinMain(HINSTANCE program, HINSTANCE none, WCHAR *line, int show)
{
    int count;
    WCHAR **words = CommandLineToArgvW(GetCommandLineW(), &count);
    WNDCLASSW kind = {.lpfnWndProc = answer, .hInstance = program, .lpszClassName = L"GridpilotBoard",
                      .hbrBackground = GetStockObject(WHITE_BRUSH), .hCursor = LoadCursorW(NULL, (WCHAR *)IDC_ARROW)};
    HMENU bar = CreateMenu();
    MSG message;
    if (count != 4 || wcslen(words[2]) != 81 || !(truth = _wfopen(words[3], L"w")))
        return 1;
    SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2);
    side = 40 * GetDpiForSystem() / 96;
    wcscpy(givens, words[2]);
    wcscpy(cells, words[2]);
    RegisterClassW(&kind);
    AppendMenuW(bar, MF_STRING, 1, L"Game");
    RECT size = {0, 0, 10 * side, 10 * side};
    AdjustWindowRectExForDpi(&size, WS_OVERLAPPEDWINDOW, TRUE, 0, GetDpiForSystem());
    HWND window = CreateWindowW(kind.lpszClassName, words[1], WS_OVERLAPPEDWINDOW | WS_VISIBLE, 120, 80,
                                size.right - size.left, size.bottom - size.top, NULL, bar, program, NULL);
    while (window && GetMessageW(&message, NULL, 0, 0) > 0) {
        TranslateMessage(&message);
        DispatchMessageW(&message);
    }
    return 0;
}
