import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** What a masked processor lacks; each lacks what those before it lack. */
export const MASKS = ["AVX-512", "FMA", "AVX"] as const;

/**
 * A library that hides features of the processor from a program at its full speed: Linux lets CPUID trap, and the handler answers with fewer
 * bits. The program ends with code 97 where the processor or the kernel cannot do that.
 */
const CODE = `
#define _GNU_SOURCE
#include <cpuid.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static int hidden;

static int let_cpuid_trap(int traps) {
	const int set_cpuid = 0x1012;
	return syscall(SYS_arch_prctl, set_cpuid, traps ? 0UL : 1UL);
}

static void bits_off(unsigned *word, const int *bits) {
	for (; *bits >= 0; bits++) *word &= ~(1u << *bits);
}

static void answer(int signal_number, siginfo_t *info, void *context) {
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	const unsigned char *code = (const unsigned char *)registers[REG_RIP];
	/* Another fault: it happens again, and ends the program. */
	if (code[0] != 0x0f || code[1] != 0xa2) { signal(SIGSEGV, SIG_DFL); return; }
	unsigned leaf = registers[REG_RAX], part = registers[REG_RCX], a, b, c, d;
	let_cpuid_trap(0);
	__cpuid_count(leaf, part, a, b, c, d);
	let_cpuid_trap(1);
	if (leaf == 7 && part == 0) {
		bits_off(&b, (int[]){16, 17, 21, 26, 27, 28, 30, 31, -1});
		bits_off(&c, (int[]){1, 6, 11, 12, 14, -1});
		bits_off(&d, (int[]){2, 3, 8, 22, 23, 24, 25, -1});
		if (hidden >= 2) bits_off(&b, (int[]){5, -1});
		if (hidden >= 3) bits_off(&c, (int[]){9, 10, -1});
	}
	if (leaf == 7 && part == 1) a = b = c = d = 0;
	if (leaf == 1 && hidden >= 2) bits_off(&c, (int[]){12, -1});
	if (leaf == 1 && hidden >= 3) bits_off(&c, (int[]){28, 29, -1});
	registers[REG_RAX] = a; registers[REG_RBX] = b; registers[REG_RCX] = c; registers[REG_RDX] = d;
	registers[REG_RIP] += 2;
}

/* V8 would put its own handler in the place of ours. */
int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
	int (*real)(int, const struct sigaction *, struct sigaction *) = dlsym(RTLD_NEXT, "sigaction");
	return number == SIGSEGV && action && hidden ? 0 : real(number, action, before);
}

__attribute__((constructor)) static void start(void) {
	const char *wanted = getenv("MASK");
	if (!wanted) return;
	struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_NODEFER};
	if (sigaction(SIGSEGV, &action, 0) || let_cpuid_trap(1)) _exit(97);
	hidden = atoi(wanted);
}
`;

/** The environment of a program on a processor without these features. Throws if there is no C compiler. */
export function masking(t: TestContext): (mask: (typeof MASKS)[number]) => Record<string, string> {
	// LD_PRELOAD cannot name a path with a space.
	const folder = mkdtempSync(join(tmpdir(), "mask-"));
	t.after(() => rmSync(folder, { recursive: true }));
	const library = join(folder, "mask.so");
	writeFileSync(join(folder, "mask.c"), CODE);
	execFileSync("cc", ["-shared", "-fPIC", "-o", library, join(folder, "mask.c"), "-ldl"], { stdio: "pipe" });
	return (mask) => ({ LD_PRELOAD: library, MASK: String(MASKS.indexOf(mask) + 1) });
}
