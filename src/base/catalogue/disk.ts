/** The codes of the disk room. */
import type { Area } from './entry.ts';

export const diskCodes = {
  unsafe_path: {
    kind: 'refusal',
    exit: 1,
    message: 'The path {path} cannot be used: {reason}. Nothing was changed.',
    remedy: 'Give a path relative to the project root, with / between its parts and plain names.',
  },
  project_locked: {
    kind: 'refusal',
    exit: 2,
    message:
      'The project is in use: process {pid} on {host} has held its lock {lock} since {since}. Nothing was changed.',
    remedy:
      'Try again when that process has finished. A lock of a process that has ended on this machine is taken over without asking; if the process ran on another machine and is gone for good, remove the folder {lock}.',
  },
  lock_unavailable: {
    kind: 'refusal',
    exit: 2,
    message: 'The lock {lock} could not be taken: {reason}. Nothing was changed.',
    remedy: 'Make the folder .docforge writable for this user, on a disk that is not full.',
  },
  too_many_files: {
    kind: 'refusal',
    exit: 2,
    message: 'The project holds more than {limit} files. Nothing was read.',
    remedy: 'Exclude folders that hold no documentation, or open a smaller folder as the project.',
  },
  disk_failed: {
    kind: 'refusal',
    exit: 2,
    message: 'The file {path} could not be used: {reason}.',
    remedy: 'Correct the cause named here and try again.',
  },
  native_unavailable: {
    kind: 'refusal',
    exit: 2,
    message: 'Native file calls were asked for, but they are not available here. Nothing was changed.',
    remedy: 'Install the optional package koffi and leave DOCFORGE_NATIVE unset, or use the portable mode.',
  },
  unreadable_file: {
    kind: 'problem',
    severity: 'error',
    message: 'This could not be read: {reason}.',
    remedy: 'Make it readable for this user. Until then nothing is concluded about what it holds.',
  },
  file_too_large: {
    kind: 'problem',
    severity: 'error',
    message: 'The file is larger than {limit} bytes, so it was not read.',
    remedy: 'Split the file, or exclude it.',
  },
  skipped_link: {
    kind: 'problem',
    severity: 'note',
    message: 'This is a symbolic link. Links are never followed, so it was skipped.',
    remedy: 'Nothing needs doing when the real file is inside the project; else copy the file to this place.',
  },
  skipped_special: {
    kind: 'problem',
    severity: 'note',
    message: 'This is {what}, not a file or a folder of this project, so it was skipped.',
    remedy: 'Nothing needs doing unless documentation was expected here.',
  },
  unsafe_name: {
    kind: 'problem',
    severity: 'warning',
    message: 'This was skipped, because its name cannot be used safely everywhere: {reason}.',
    remedy: 'Rename it.',
  },
  too_deep: {
    kind: 'problem',
    severity: 'warning',
    message: 'This folder was skipped, because it lies deeper than {limit} folders.',
    remedy: 'Move it nearer to the root.',
  },
  twin_paths: {
    kind: 'problem',
    severity: 'warning',
    message: 'The name differs from {other} only by letter case or by how its accents are written.',
    remedy: 'Rename one of the two: on many machines only one of them can exist.',
  },
} as const satisfies Area;
