/**
 * Calls of the Linux kernel that Node does not offer, through the optional package koffi. Invariants: everything works
 * without it; `DOCFORGE_NATIVE=off` in the environment switches it off; no text with a NUL reaches a call (koffi would
 * cut it there); nothing here decides anything.
 */
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import type * as koffi from 'koffi';
import { diskError } from './disk-error.ts';

/** The native calls. Each throws a `DiskError` with the kernel's code. */
export interface Native {
  /** Opens beneath a folder handle, following no link; the file descriptor. */
  openBeneath(folder: number, path: string, flags: number, mode: number): number;
  /** `renameat2` between two folder handles. */
  rename(fromFolder: number, from: string, toFolder: number, to: string, how: 'exchange' | 'no_replace'): void;
  /** Whether the kernel grants a read lease, so that nobody has the file open for writing; `null`: no leases here. */
  lease(descriptor: number): boolean | null;
}

/** System call numbers by `process.arch`; the call through `syscall` needs no symbol that an old or small libc lacks. */
const NUMBERS: Readonly<Record<string, { readonly openat2: number; readonly renameat2: number }>> = {
  x64: { openat2: 437, renameat2: 316 },
  arm64: { openat2: 437, renameat2: 276 },
  riscv64: { openat2: 437, renameat2: 276 },
  loong64: { openat2: 437, renameat2: 276 },
};
const RESOLVE_NO_MAGICLINKS = 0x02;
const RESOLVE_NO_SYMLINKS = 0x04;
const RESOLVE_BENEATH = 0x08;
const RESOLVE = RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH;
const RENAME_NOREPLACE = 1;
const RENAME_EXCHANGE = 2;
const F_SETSIG = 10;
const F_SETLEASE = 1024;
const F_RDLCK = 0;
const F_UNLCK = 2;
const ATTEMPTS = 8;

const errnoNames = new Map<number, string>();
for (const [name, number] of Object.entries(constants.errno)) {
  if (!errnoNames.has(number)) errnoNames.set(number, name);
}

let loaded: Native | null | undefined;

/** The native calls, loaded once; `null` where there are none or the environment switches them off. */
export function loadNative(env: Readonly<Record<string, string | undefined>> = process.env): Native | null {
  if (env.DOCFORGE_NATIVE === 'off') return null;
  if (loaded === undefined) loaded = tryLoad();
  return loaded;
}

function tryLoad(): Native | null {
  const numbers = NUMBERS[process.arch];
  if (process.platform !== 'linux' || numbers === undefined) return null;
  let library: typeof koffi;
  try {
    library = createRequire(import.meta.url)('koffi') as typeof koffi;
  } catch {
    return null; // An optional dependency: its absence is a mode of work, named by `capabilities`.
  }
  const machine = process.arch === 'x64' ? 'x86_64' : process.arch === 'arm64' ? 'aarch64' : process.arch;
  for (const name of ['libc.so.6', `libc.musl-${machine}.so.1`, `ld-musl-${machine}.so.1`]) {
    try {
      return bind(library, library.load(name), numbers);
    } catch {
      // The next name is tried; none at all means the portable mode.
    }
  }
  return null;
}

function bind(
  library: typeof koffi,
  libc: koffi.LibraryHandle,
  numbers: { openat2: number; renameat2: number },
): Native {
  const openat2 = libc.func('long syscall(long, int, const char*, const void*, size_t)');
  const renameat2 = libc.func('long syscall(long, int, const char*, int, const char*, unsigned int)');
  const fcntl = libc.func('int fcntl(int, int, int)');
  const how = new BigUint64Array(3);
  const code = () => errnoNames.get(library.errno()) ?? `errno ${library.errno()}`;
  return {
    openBeneath(folder, path, flags, mode) {
      how[0] = BigInt(flags | O_CLOEXEC);
      how[1] = BigInt(mode);
      how[2] = BigInt(RESOLVE);
      for (let attempt = 1; ; attempt++) {
        const descriptor = Number(openat2(numbers.openat2, folder, wholeText(path), how, 24));
        if (descriptor >= 0) return descriptor;
        const failure = code();
        if ((failure !== 'EAGAIN' && failure !== 'EINTR') || attempt === ATTEMPTS) throw diskError(failure, path);
      }
    },
    rename(fromFolder, from, toFolder, to, how2) {
      const flag = how2 === 'exchange' ? RENAME_EXCHANGE : RENAME_NOREPLACE;
      const result = renameat2(numbers.renameat2, fromFolder, wholeText(from), toFolder, wholeText(to), flag);
      if (Number(result) !== 0) throw diskError(code(), `${from} -> ${to}`);
    },
    lease(descriptor) {
      // A writer that opens the file during the lease makes the kernel send a signal: the default one would end this
      // process, SIGURG is ignored.
      if (fcntl(descriptor, F_SETSIG, constants.signals.SIGURG) !== 0) return null;
      if (fcntl(descriptor, F_SETLEASE, F_RDLCK) === 0) {
        fcntl(descriptor, F_SETLEASE, F_UNLCK);
        return true;
      }
      return code() === 'EAGAIN' ? false : null;
    },
  };
}

/** `O_CLOEXEC`, which Node sets by itself and does not name; the same on all machines of `NUMBERS`. */
const O_CLOEXEC = 0o2000000;

function wholeText(text: string): string {
  if (text.includes('\0')) throw diskError('EINVAL', text);
  return text;
}
