/** What a person is told when the disk says no. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import { DiskError, diskReason, problemOfRead, refuseDiskError } from '../../src/disk/index.ts';

describe('a disk error', () => {
  it('becomes a problem of the file that could not be read', () => {
    expect(problemOfRead(new DiskError('EACCES', 'docs/one.md'), 'docs/one.md')).toMatchObject({
      code: 'unreadable_file',
      file: 'docs/one.md',
      message: 'This could not be read: permission denied (EACCES).',
    });
    expect(problemOfRead(new DiskError('too_large', 'docs/one.md'), 'docs/one.md', 10)).toMatchObject({
      code: 'file_too_large',
      message: 'The file is larger than 10 bytes, so it was not read.',
    });
  });

  it('becomes a refusal with its path and reason', () => {
    const refuse = () => refuseDiskError(new DiskError('ENOSPC', 'docs/a\u202eb.md'));
    expect(refuse).toThrow(Refusal);
    expect(refuse).toThrow('The file docs/a<U+202E>b.md could not be used: the disk is full (ENOSPC).');
  });

  it('does not hide any other error', () => {
    const bug = new TypeError('a bug');
    expect(() => problemOfRead(bug, 'a.md')).toThrow(bug);
    expect(() => refuseDiskError(bug)).toThrow(bug);
  });

  it('has a sentence even for a code that is not in the table', () => {
    expect(diskReason('EOVERFLOW')).toBe('the system said EOVERFLOW');
  });
});
