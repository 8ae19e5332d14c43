/** The mint of paths: each way of leaving, hiding or doubling is refused by its own reason; ordinary names pass. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import {
  baseName,
  folderOf,
  joinProjectPath,
  type PathFlaw,
  pathFlaw,
  pathReason,
  projectPath,
  spellingKey,
} from '../../src/disk/index.ts';

const REFUSED: readonly (readonly [string, PathFlaw])[] = [
  ['', 'empty'],
  ['..', 'dot_part'],
  ['.', 'dot_part'],
  ['./a.md', 'dot_part'],
  ['a/./b.md', 'dot_part'],
  ['../a.md', 'dot_part'],
  ['a/../../b.md', 'dot_part'],
  ['a/..', 'dot_part'],
  ['/etc/passwd', 'absolute'],
  ['//server/share', 'absolute'],
  ['\\\\server\\share', 'absolute'],
  ['\\\\?\\C:\\a', 'absolute'],
  ['C:\\a.md', 'absolute'],
  ['c:a.md', 'absolute'],
  ['a//b.md', 'empty_part'],
  ['a/b/', 'empty_part'],
  ['a\0.md', 'control_character'],
  ['a\n.md', 'control_character'],
  ['a\u001b[31m.md', 'control_character'],
  ['a\u0085.md', 'control_character'],
  ['a\\b.md', 'backslash'],
  ['docs\\..\\..\\b.md', 'backslash'],
  ['a.md::$DATA', 'colon'],
  ['docs/a.md:stream', 'colon'],
  ['docs/CON', 'reserved_name'],
  ['docs/con.md', 'reserved_name'],
  ['nul', 'reserved_name'],
  ['AUX.txt.md', 'reserved_name'],
  ['com1.md', 'reserved_name'],
  ['LPT9', 'reserved_name'],
  ['com¹.md', 'reserved_name'],
  ['prn .md', 'reserved_name'],
  ['CONIN$', 'reserved_name'],
  ['a.', 'trailing_dot_or_space'],
  ['a ', 'trailing_dot_or_space'],
  ['docs./a.md', 'trailing_dot_or_space'],
  ['docs /a.md', 'trailing_dot_or_space'],
  ['...', 'trailing_dot_or_space'],
  ['a\u202egnp.md', 'hidden_character'],
  ['a\u200b.md', 'hidden_character'],
  ['a\u200d.md', 'hidden_character'],
  ['a\u2066b.md', 'hidden_character'],
  ['\ufeffa.md', 'hidden_character'],
  ['a\u00adb.md', 'hidden_character'],
  ['a\u{e0041}.md', 'hidden_character'],
  ['a\u2028b.md', 'hidden_character'],
  ['.g\u200cit/config', 'hidden_character'],
  ['a\ud800.md', 'not_unicode'],
  ['\udc00', 'not_unicode'],
  ['caf\ufffd.md', 'not_unicode'],
  ['PROGRA~1/a.md', 'short_name'],
  ['git~1/config', 'short_name'],
  ['DOCFOR~1', 'short_name'],
  ['page~12.md', 'short_name'],
  ['.git', 'private_folder'],
  ['.git/config', 'private_folder'],
  ['docs/.GIT/hooks/x', 'private_folder'],
  ['.docforge', 'private_folder'],
  ['.docforge/project.toml', 'private_folder'],
  ['sub/.DocForge/lock', 'private_folder'],
  ['\uff0egit/config', 'private_folder'],
  [`${'a'.repeat(256)}`, 'part_too_long'],
  [`${'é'.repeat(128)}`, 'part_too_long'],
  [`${'a'.repeat(100)}/`.repeat(41), 'too_long'],
  [`${'a/'.repeat(64)}a`, 'too_deep'],
];

const ALLOWED = [
  'a.md',
  'docs/a.md',
  'docs/release.md/notes.md',
  'a'.repeat(255),
  "docs/pilot's guide.md",
  'docs/0.13 to 0.14.md',
  'docs/🚰 taps.md',
  'docs/⚙️ settings.md',
  'docs/100% done & dusted.md',
  'docs/..a.md',
  'docs/...md',
  '.github/README.md',
  '.gitignore',
  '.docforgeignore',
  'console.md',
  'com10.md',
  'auxiliary/nullable.md',
  'a~1-long-name.md',
  'backup.md~',
  '日本語/頁.md',
  'cafe\u0301.md',
  'constructor',
  '__proto__/toString.md',
  `${'a/'.repeat(63)}a`,
];

describe('projectPath', () => {
  it.each(REFUSED)('refuses %j as %s', (text, flaw) => {
    expect(pathFlaw(text)).toBe(flaw);
    const refused = (() => {
      try {
        projectPath(text);
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: 'unsafe_path', details: { flaw, reason: pathReason(flaw) } });
    expect((refused as Refusal).message).not.toMatch(/[\u0000-\u001f\u200b-\u202e]/);
    expect((refused as Refusal).message).toContain('Nothing was changed.');
  });

  it.each(ALLOWED)('mints %j', (text) => {
    expect(projectPath(text)).toBe(text);
  });

  it('joins and takes apart', () => {
    expect(joinProjectPath('', 'a.md')).toBe('a.md');
    expect(joinProjectPath('docs', 'a.md')).toBe('docs/a.md');
    expect(() => joinProjectPath('docs', '../a.md')).toThrow(Refusal);
    expect(folderOf('docs/a/b.md')).toBe('docs/a');
    expect(folderOf('b.md')).toBe('');
    expect(baseName('docs/a/b.md')).toBe('b.md');
    expect(baseName('b.md')).toBe('b.md');
  });

  it('gives twins one key and different names different keys', () => {
    expect(spellingKey('Docs/README.md')).toBe(spellingKey('docs/readme.md'));
    expect(spellingKey('docs/caf\u00e9.md')).toBe(spellingKey('docs/CAFE\u0301.md'));
    expect(spellingKey('straße.md')).toBe(spellingKey('STRASSE.md'));
    expect(spellingKey('docs/cafe.md')).not.toBe(spellingKey('docs/caf\u00e9.md'));
  });
});
