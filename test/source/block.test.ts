/** Where the metadata of a page ends and its content begins. */
import { describe, expect, it } from 'vitest';
import { parseBlock } from '../../src/source/index.ts';

function cut(text: string) {
  const block = parseBlock(text);
  if (block.kind === 'none') return ['none', block.content];
  if (block.kind === 'unclosed') return ['unclosed', block.line];
  const { kind, blockStart, blockEnd, closeEnd, content, contentLine } = block;
  return [kind, text.slice(blockStart, blockEnd), text.slice(blockEnd, closeEnd), content, contentLine];
}

describe('a block', () => {
  it.each([
    ['is what stands between the lines', '+++\na = 1\n+++\nText\n', ['toml', 'a = 1\n', '+++', 'Text\n', 4]],
    ['takes one empty line after it', '+++\na = 1\n+++\n\nText\n', ['toml', 'a = 1\n', '+++', 'Text\n', 5]],
    ['leaves further empty lines to the content', '+++\n+++\n\n\n\nText', ['toml', '', '+++', '\n\nText', 4]],
    ['may be empty', '+++\n+++\n', ['toml', '', '+++', '', 3]],
    ['may end the file', '+++\na = 1\n+++', ['toml', 'a = 1\n', '+++', '', 4]],
    ['may follow a byte order mark', '\ufeff+++\na = 1\n+++\nText', ['toml', 'a = 1\n', '+++', 'Text', 4]],
    ['may follow blank lines', '\n \t\n+++\na = 1\n+++\nText', ['toml', 'a = 1\n', '+++', 'Text', 6]],
    ['may have blanks after its signs', '+++  \na = 1\n+++\t\n\nText', ['toml', 'a = 1\n', '+++\t', 'Text', 5]],
    ['may have CRLF', '+++\r\na = 1\r\n+++\r\n\r\nText\r\nMore\r\n', ['toml', 'a = 1\r\n', '+++', 'Text\nMore\n', 5]],
    [
      'ends at its first closer',
      '+++\na = 1\n+++\n+++\nb = 2\n+++\n',
      ['toml', 'a = 1\n', '+++', '+++\nb = 2\n+++\n', 4],
    ],
    ['needs its signs alone on the line', '+++ a\n+++\n', ['none', '+++ a\n+++\n']],
    ['needs exactly three signs', '++++\na\n++++\n', ['none', '++++\na\n++++\n']],
    ['does not begin below text', 'Text\n+++\na = 1\n+++\n', ['none', 'Text\n+++\na = 1\n+++\n']],
    ['that is indented is none', ' +++\na = 1\n+++\n', ['none', ' +++\na = 1\n+++\n']],
    ['must be closed', '\n+++\na = 1\n', ['unclosed', 2]],
    ['must be closed, also at the end of the file', '+++', ['unclosed', 1]],
    ['of YAML', '---\na: 1\n---\nText', ['yaml', 'a: 1\n', '---', 'Text', 4]],
    ['of YAML may end with dots', '---\na: 1\n...\nText', ['yaml', 'a: 1\n', '...', 'Text', 4]],
    ['of YAML that is not closed is a thematic break', '---\nText\n', ['none', '---\nText\n']],
    ['is not there in an empty file', '', ['none', '']],
    ['is not there in a file of blank lines', '\n\n', ['none', '\n\n']],
  ])('%s', (_name, text, expected) => {
    expect(cut(text)).toEqual(expected);
  });
});

describe('a +++ line that does not close', () => {
  it.each([
    ['in a multi-line string', 'a = """\n+++\n"""\n'],
    ['in a literal multi-line string', "a = '''\n+++\n'''\n"],
    ['after an escaped quote', 'a = """\n\\"""\n+++\n"""\n'],
    ['after quotes that close with two more', 'a = """x"""""\nb = """\n+++\n"""\n'],
    ['after quotes of the other kind', `a = '"""'\nb = """'''\n+++\n"""\n`],
    ['after quotes in a comment', '# it\'s """\na = """\n+++\n"""\n'],
    ['in an array', 'a = [\n"""\n+++\n""",\n]\n'],
    ['twice', 'a = """\n+++\n+++\n"""\nb = \'\'\'\n+++\n\'\'\'\n'],
  ])('%s', (_name, block) => {
    expect(cut(`+++\n${block}+++\nText\n`).slice(0, 4)).toEqual(['toml', block, '+++', 'Text\n']);
  });

  it.each([
    ['a string that ends with its line', 'a = "x\n'],
    ['a comment with quotes', 'a = 1 # """\n'],
    ['an apostrophe in a comment', "# it's\n"],
  ])('does not come from %s', (_name, block) => {
    expect(cut(`+++\n${block}+++\n"""\n+++\n`).slice(0, 4)).toEqual(['toml', block, '+++', '"""\n+++\n']);
  });

  it('is the first one where a string never ends', () => {
    expect(cut('+++\na = """\n+++\nText\n+++\n').slice(0, 3)).toEqual(['toml', 'a = """\n', '+++']);
  });
});

describe('hostile pages', () => {
  it.each([
    ['blank lines', '\n'.repeat(1_000_000)],
    ['blanks', `${' '.repeat(1_000_000)}\n+++\n`],
    ['quotes', `+++\na = """\n${'\\"""'.repeat(250_000)}`],
    ['backslashes', `+++\na = "${'\\"'.repeat(500_000)}\n+++\n`],
    ['closers', `+++\na = """\n${'+++\n'.repeat(250_000)}"""\n+++\n`],
    ['openers', '+++\n"""\n'.repeat(100_000)],
  ])(
    'of %s are read in time',
    (_name, text) => {
      expect(parseBlock(text).kind).toBeTypeOf('string');
    },
    5_000,
  );
});
