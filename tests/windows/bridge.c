/* The bridge: calls Windows functions for the tests, under Wine. Listens on the loopback only and serves only who knows
 * the token that it was started with; one connection is one thread, because a message queue belongs to a thread.
 *
 *   bridge.exe TOKEN            prints its port, and ends when its standard input does
 *   request    u32 size, then:  u8 n, library[n], u8 n, function[n], u8 count, count times:
 *                               u8 0, u64 number     or     u8 1, u32 size, bytes[size] (a pointer to them is passed)
 *   reply      u32 size, then:  u64 result, u32 last error, all bytes of the pointers, as the call left them
 */
#include <winsock2.h>
#include <windows.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MOST 12

typedef uint64_t (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                             uint64_t, uint64_t, uint64_t);

static const char *token;

static int receive(SOCKET from, char *into, uint32_t size)
{
    int got;
    for (; size; into += got, size -= got)
        if ((got = recv(from, into, size, 0)) <= 0)
            return 0;
    return 1;
}

static char *name(char **at, char into[256])
{
    uint8_t size = *(*at)++;
    memcpy(into, *at, size);
    into[size] = 0;
    *at += size;
    return into;
}

static void *address(char **at)
{
    char library[256], function[256];
    name(at, library);
    name(at, function);
    return (void *)GetProcAddress(LoadLibraryA(library), function);
}

/* Calls what the request says, with buffers that lie in `room` during the call, and puts the reply together. */
static uint32_t call(char *request, char *room, char *reply)
{
    char *at = request, *buffers[MOST];
    uint32_t sizes[MOST], error, size = 12;
    uint64_t arguments[MOST] = {0}, result = 0;
    function f = (function)address(&at);
    int count = *at++, pointers = 0;
    for (int i = 0; i < count; i++) {
        if (*at++) {
            memcpy(&sizes[pointers], at, 4);
            memcpy(room, at + 4, sizes[pointers]);
            at += 4 + sizes[pointers];
            arguments[i] = (uint64_t)(buffers[pointers] = room);
            room += (sizes[pointers++] + 15) & ~15; /* aligned, as any structure may have to be */
        } else {
            memcpy(&arguments[i], at, 8);
            at += 8;
        }
    }
    SetLastError(0);
    if (f)
        result = f(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5], arguments[6],
                   arguments[7], arguments[8], arguments[9], arguments[10], arguments[11]);
    error = f ? GetLastError() : ERROR_PROC_NOT_FOUND;
    memcpy(reply, &result, 8);
    memcpy(reply + 8, &error, 4);
    for (int i = 0; i < pointers; size += sizes[i++])
        memcpy(reply + size, buffers[i], sizes[i]);
    return size;
}

static DWORD WINAPI serve(void *given)
{
    static const uint32_t most = 1 << 20;
    SOCKET peer = (SOCKET)given;
    char *request = malloc(most), *room = malloc(2 * most), *reply = malloc(most), said[64];
    uint32_t size;
    if (receive(peer, said, strlen(token)) && !memcmp(said, token, strlen(token)))
        while (receive(peer, (char *)&size, 4) && size < most && receive(peer, request, size)) {
            size = call(request, room, reply + 4);
            memcpy(reply, &size, 4);
            send(peer, reply, size + 4, 0);
        }
    closesocket(peer);
    free(request);
    free(room);
    free(reply);
    return 0;
}

static DWORD WINAPI end_with_input(void *unused)
{
    while (getchar() != EOF)
        ;
    ExitProcess(0);
}

int main(int argc, char **argv)
{
    WSADATA data;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int size = sizeof here, at_once = 1;
    token = argc > 1 && strlen(argv[1]) < 64 ? argv[1] : NULL;
    if (!token || WSAStartup(MAKEWORD(2, 2), &data))
        return 1;
    SOCKET ear = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(ear, (struct sockaddr *)&here, size) || listen(ear, 8) || getsockname(ear, (struct sockaddr *)&here, &size))
        return 1;
    CreateThread(NULL, 0, end_with_input, NULL, 0, NULL);
    printf("%d\n", ntohs(here.sin_port));
    fflush(stdout);
    for (;;) {
        SOCKET peer = accept(ear, NULL, NULL);
        setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, (char *)&at_once, sizeof at_once);
        CreateThread(NULL, 0, serve, (void *)peer, 0, NULL);
    }
}
