/** Documents by their exact text: what is handed in stands there to the last byte, and nothing else moves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import { appendSource, extractToml, nodeSource, relayFile, replaceSource } from '../../src/source/index.ts';

const bytes = (text: string) => Buffer.from(text);
const text = (data: Uint8Array) => Buffer.from(data).toString();
const head = (id: string) => `id = "${id}"\nfamily = "f"\ntitle = "T"\nstatus = "s"\nauthority = "derived"\n`;
const page = (id: string, more = '', body = 'Text.\n') => `+++\n${head(id)}${more}+++\n\n${body}`;
const part = (id: string, more = '') => `[[nodes]]\n${head(id)}${more}`;

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_source') {
      return `${error.details.line}: ${error.details.reason}`;
    }
    throw error;
  }
  return 'it was taken';
}

describe('a page by its exact text', () => {
  it('takes comments, order, line ends and a byte order mark as they are', () => {
    for (const source of [
      page('a', '# why\ntags = [ "x",\n  "y" ] # both\n'),
      `\ufeff${page('a').replaceAll('\n', '\r\n')}`,
      `\n\n+++  \nauthority = "derived"\nstatus = "s"\ntitle = "T"\nfamily = "f"\nid = "a"\n+++`,
    ]) {
      expect(text(replaceSource(bytes(page('a')), 'markdown', 'a', source))).toBe(source);
      expect(nodeSource(bytes(source), 'markdown', 'a')).toBe(source);
      expect(text(appendSource(null, 'markdown', 'a', source))).toBe(source);
    }
  });

  it.each([
    [page('b'), '2: its id is "b", and the id of a document does not change'],
    [page('a').replace('"s"', 's'), /^5: .*not valid TOML/],
    ['no block\n', /^1: .*block/],
    ['+++\nid = "a"\n', /^1: .*no closing/],
    [page('a').replace('title = "T"\n', ''), /^\d+: .*title/],
    ['\ud800', /surrogate/],
  ])('refuses %j', (source, reason) => {
    expect(reasonOf(() => replaceSource(bytes(page('a')), 'markdown', 'a', source))).toMatch(reason);
  });

  it('does not hold an error against a text that was there before', () => {
    const old = page('a').replace('title = "T"\n', '');
    expect(reasonOf(() => replaceSource(bytes(old), 'markdown', 'a', `${old}More.\n`))).toBe('it was taken');
  });

  it('lets a page of a vault say what it likes', () => {
    for (const source of ['# Plain\n', '---\ntitle: x\n---\ny', '+++\nopen']) {
      expect(text(replaceSource(bytes('old'), 'vault', 'docs/a', source))).toBe(source);
    }
  });
});

describe('a document of a TOML file by its exact text', () => {
  const file = `# preamble\n\n# about a\n${part('a')}\n${part('b')}`;

  it('stands in the place of the old one, and all else keeps its bytes', () => {
    expect(nodeSource(bytes(file), 'toml', 'a')).toBe(`# about a\n${part('a').trimEnd()}`);
    const source = `# about a, again\n${part('a', 'content = """\nx\n"""\n')}`;
    const next = text(replaceSource(bytes(file), 'toml', 'a', source));
    expect(next).toBe(`# preamble\n\n${source}\n${part('b')}`);
  });

  it('goes to the end of a file, or begins one', () => {
    expect(text(appendSource(bytes(file), 'toml', 'c', part('c', '# odd\n')))).toBe(`${file}\n${part('c', '# odd\n')}`);
    expect(text(appendSource(bytes(part('a').trimEnd()), 'toml', 'c', part('c')))).toBe(`${part('a')}\n${part('c')}`);
    expect(text(appendSource(null, 'toml', 'c', part('c')))).toBe(part('c'));
    const crlf = part('a').replaceAll('\n', '\r\n');
    expect(text(appendSource(bytes(crlf), 'toml', 'c', part('c').replaceAll('\n', '\r\n')))).toBe(
      `${crlf}\r\n${part('c').replaceAll('\n', '\r\n')}`,
    );
  });

  it.each([
    [part('a') + part('c'), /one \[\[nodes\]\] table/],
    [`x = 1\n${part('a')}`, /^\d+: /],
    [part('b'), /its id is "b"/],
    [part('a').replace('"s"', ''), /not valid TOML/],
    [`${part('a')}# a comment that the next one would take\n`, /neighbour|another node/],
  ])('refuses %j', (source, reason) => {
    const tight = `${part('a')}${part('b')}`;
    expect(reasonOf(() => replaceSource(bytes(tight), 'toml', 'a', source))).toMatch(reason);
  });

  it('is laid out anew without a change to any document', () => {
    const layout = `# other preamble\n\n${part('b')}\n\n\n# about a\n${part('a')}`;
    expect(text(relayFile(bytes(file), 'a', layout))).toBe(layout);
    expect(reasonOf(() => relayFile(bytes(file), 'a', layout.replace('"T"', '"U"')))).toMatch(/changes a document/);
    expect(reasonOf(() => relayFile(bytes(file), 'a', part('b')))).toMatch(/changes a document/);
  });

  it('is read back as it was written, whatever the neighbours are', () => {
    const comment = fc.constantFrom('', '# c\n', '\n', '\n# d\n\n');
    fc.assert(
      fc.property(fc.array(comment, { minLength: 4, maxLength: 4 }), fc.nat(2), ([a, b, c, d], which) => {
        const whole = `${a}${part('p')}${b}${part('q')}${c}${part('r')}${d}`;
        const id = ['p', 'q', 'r'][which]!;
        const source = nodeSource(bytes(whole), 'toml', id);
        const next = replaceSource(bytes(whole), 'toml', id, source.replace('"T"', '"New"'));
        expect(text(next)).toBe(whole.replace(source, source.replace('"T"', '"New"')));
        expect(extractToml(next).extraction.nodes.map((node) => node.title === 'New')).toEqual(
          ['p', 'q', 'r'].map((one) => one === id),
        );
      }),
    );
  });
});
