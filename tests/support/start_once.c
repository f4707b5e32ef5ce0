// A program that is started once and runs main() in a fork for each line of standard input, for tests that run it very
// often: libraries are loaded and constructors run once. Preloaded (LD_PRELOAD).
//
// A line: seconds, folder, file for standard error, arguments, separated by \x1f. Answer on standard output: the status
// of wait4(), and the largest resident size in KiB.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*Main)(int, char **, char **);

static Main program;
static char *name;
static pid_t running;

static void end_it(int signal) {
    (void)signal;
    kill(running, SIGKILL);
}

static void run(char **words, int count, char **environment) {
    const int nothing = open("/dev/null", O_RDWR), errors = open(words[2], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (chdir(words[1]) != 0 || nothing < 0 || errors < 0) {
        _exit(99);
    }
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(errors, 2);
    close(nothing);
    close(errors);
    signal(SIGALRM, SIG_DFL);
    words[2] = name;
    exit(program(count - 2, words + 2, environment));
}

static int serve(int argc, char **arguments, char **environment) {
    static char line[65536], *words[64];
    (void)argc;
    name = arguments[0];
    unsetenv("LD_PRELOAD");
    signal(SIGALRM, end_it);
    FILE *const answers = fdopen(fcntl(1, F_DUPFD_CLOEXEC, 100), "w");
    const int requests = fcntl(0, F_DUPFD_CLOEXEC, 101);
    for (;;) {
        size_t length = 0;
        for (; length + 1 < sizeof line; ++length) { // unbuffered: forks see what follows, else
            if (read(requests, line + length, 1) != 1) {
                return 0;
            }
            if (line[length] == '\n') {
                break;
            }
        }
        line[length] = '\0';
        int count = 0;
        char *rest = line;
        for (char *word; count < 63 && (word = strsep(&rest, "\x1f")) != NULL;) {
            words[count++] = word;
        }
        words[count] = NULL;
        running = fork();
        if (running == 0) {
            run(words, count, environment);
        }
        alarm((unsigned)atoi(words[0]));
        int status = 0;
        struct rusage used;
        while (wait4(running, &status, 0, &used) < 0) {
        }
        alarm(0);
        fprintf(answers, "%d %ld\n", status, used.ru_maxrss);
        fflush(answers);
    }
}

int __libc_start_main(Main main, int argc, char **arguments, void (*init)(void), void (*fini)(void), void (*rtld)(void),
                      void *stack) {
    program = main;
    int (*const start)(Main, int, char **, void (*)(void), void (*)(void), void (*)(void), void *) =
        (int (*)(Main, int, char **, void (*)(void), void (*)(void), void (*)(void), void *))dlsym(RTLD_NEXT,
                                                                                                   "__libc_start_main");
    return start(serve, argc, arguments, init, fini, rtld, stack);
}
