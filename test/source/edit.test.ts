/** A change to one node changes the lines it must, and no other byte of the file. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import {
  adoptPage,
  editNode,
  extractMarkdown,
  extractToml,
  insertNode,
  type NewNode,
  type NodeEdit,
  removeNode,
} from '../../src/source/index.ts';
import { bytesOf, head, node, page, textOf } from './pages.ts';

const editPage = (text: string, edit: NodeEdit, id = 'a') => textOf(editNode(bytesOf(text), 'markdown', id, edit));
const editFile = (text: string, edit: NodeEdit, id = 'a') => textOf(editNode(bytesOf(text), 'toml', id, edit));
const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (cause) {
    if (cause instanceof Refusal) return `${cause.code}: ${cause.details.reason}`;
    throw cause;
  }
  throw new Error('it was not refused');
};

/** Lines that went and lines that came, in order, without what stayed at both ends. */
function difference(before: string, after: string): string[] {
  const [old, now] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  while (old.length > 0 && now.length > 0 && old[0] === now[0]) [old.shift(), now.shift()];
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) [old.pop(), now.pop()];
  return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
}

/** The shape of the paper form: comments, alignment, an array over two lines, literal quotes on purpose. */
const form = `# Requirements. The order is that of the form.

[[nodes]]
id = 'a'          # literal on purpose
title = "No dry running"
family = "requirement"
authority = "authoritative"
status = "draft"        # until the report
tags   = [ "pump",
           "safety" ]   # two for now
content = '''
Stops within 2 s. C:\\logs is not used.
'''

# --- comfort ---
${node('b', 'content = """\nBelow 40 dB.\n"""\n')}`;

describe('one value', () => {
  it('changes one line, and the comment behind it stays', () => {
    expect(difference(form, editFile(form, { set: { status: 'active' } }))).toEqual([
      '-status = "draft"        # until the report\n',
      '+status = "active"        # until the report\n',
    ]);
  });

  it.each([
    ['literal', "title = 'x'", 'C:\\logs', "title = 'C:\\logs'"],
    ['literal that cannot hold it', "title = 'x'", "it's", 'title = "it\'s"'],
    ['basic', 'title = "x"', 'a "b"\t\\ +++', 'title = "a \\"b\\"\\t\\\\ +++"'],
    ['lines', 'title = """x"""', 'y', 'title = """y"""'],
    ['aligned', 'title\t =\t"x" # y', 'z', 'title\t =\t"z" # y'],
  ])('keeps its quotes: %s', (_name, line, title, expected) => {
    const text = page('a').replace('title = "The a"', line);
    expect(editPage(text, { set: { title } })).toBe(text.replace(line, expected));
  });

  it('is not written where it is there already', () => {
    const text = page('a', '\nText', 'tags=["x"]\nweight = 1_0\nday = 2024-01-01 10:00:00z\n');
    const fields = { weight: 10, day: { $toml: 'offset_datetime', text: '2024-01-01T10:00:00Z' } };
    const set = { title: 'The a', tags: ['x'], fields };
    expect(editPage(text, { set, content: 'Text' })).toBe(text);
  });

  it('leaves dates, large numbers and their manner of writing alone', () => {
    const lines = 'created = 2024-02-29\nopens = 06:45:00\nmask = 0x20_0000_0000_0001\nserial = 9007199254740993\n';
    const text = page('a', '', lines);
    expect(editPage(text, { set: { title: 'New' } })).toBe(text.replace('The a', 'New'));
  });

  it('leaves the byte order mark, blanks after the signs and every byte of the content', () => {
    const odd = 'Menu\n====\n\n* one\n+ two  \nnext\tline\\\n\n\n\nLast line';
    const text = `\ufeff\n+++  \n${head('a')}+++\t\n\n${odd}`;
    expect(editPage(text, { set: { status: 'retired' } })).toBe(text.replace('"active"', '"retired"'));
  });
});

describe('tags', () => {
  it.each([
    ['["x", "y"]', ['x', 'y', 'z'], '["x", "y", "z"]'],
    ['[ "x","y", ]', ['x', 'z', 'y'], '[ "x","z", "y", ]'],
    ['["x", "y", "z"]', ['x', 'z'], '["x", "z"]'],
    ['["x", "y"]', ['x'], '["x"]'],
    ['["x", "y",]', ['x'], '["x",]'],
    ['["x", "y"]', ['y'], '["y"]'],
    ['["x"]', [], '[]'],
    ['[]', ['x'], '["x"]'],
    ["['x', 'y']", ['x', 'q'], `['x', "q"]`],
    ['[\n  "x", # one\n  "y", # two\n]', ['x', 'y', 'z'], '[\n  "x", # one\n  "y", # two\n  "z",\n]'],
    ['[\n  "x", # one\n  "y" # two\n]', ['x', 'y', 'z'], '[\n  "x", # one\n  "y", # two\n  "z"\n]'],
    ['[\n  "x",\n  "y",\n]', ['w', 'x', 'y'], '[\n  "w",\n  "x",\n  "y",\n]'],
    ['[\n  "x",\n  "y",\n]', ['y'], '[\n  "y",\n]'],
    ['[ "x",\n  "y" ]', ['x', 'y', 'z'], '[ "x",\n  "y",\n  "z" ]'],
    ['[\n  "x", # one\n  # two\n  "y", # three\n]', ['x'], '[\n  "x", # one\n  # two\n]'],
    ['[\n  "x", # one\n  "y" # two\n]', ['x'], '[\n  "x" # one\n]'],
    ['[\n  "x" # one, two\n  ,\n  "y"\n]', ['x'], '[\n  "x" # one, two\n  \n]'],
    ['[\n  "x", # one\n  # two\n  "y"\n]', ['y'], '[\n  # two\n  "y"\n]'],
  ])('%s become %j', (before, tags, after) => {
    const text = page('a', '\nBody\n', `tags = ${before} # why\nowner = "x"\n`);
    expect(editPage(text, { set: { tags } })).toBe(text.replace(before, () => after));
  });

  it('come after the required fields where there were none, and go with their lines', () => {
    const text = page('a', '', 'owner = "x"\n');
    const tagged = editPage(text, { set: { tags: ['x'] } });
    expect(difference(text, tagged)).toEqual(['+tags = ["x"]\n']);
    expect(tagged).toContain('authority = "authoritative"\ntags = ["x"]\nowner');
    expect(editPage(tagged, { unset: ['tags'] })).toBe(text);
    expect(editFile(form, { unset: ['tags'] })).toBe(form.replace(/tags {3}=.*\n.*\n/, ''));
  });
});

describe('fields and extra', () => {
  it('come before the first header below the node, in a place of their own', () => {
    const text = page('a', '', '\n# about relations\n[[relations]]\ntype = "t"\ntarget = "b"\n');
    const after = editPage(text, { set: { fields: { owner: 'x', 'two words': [1, 2.5] }, extra: { k: { z: true } } } });
    expect(after).toContain('authoritative"\nowner = "x"\n"two words" = [1, 2.5]\n\n# about relations\n[[relations]]');
    expect(after).toContain('target = "b"\n\n[extra]\nk = { z = true }\n+++\n');
  });

  it.each([
    [
      'a table with its header',
      '\n[extra] # free\nk = 1 # one\nm = 2\n',
      '\n[extra] # free\nk = "x" # one\nm = 2\nnew = true\n',
    ],
    ['dotted keys', 'extra.k = 1\nextra.m = 2 # two\n', 'extra.k = "x"\nextra.m = 2 # two\nextra.new = true\n'],
    ['an inline table', 'extra = { k = 1, m = 2 } # in\n', 'extra = { k = "x", m = 2, new = true } # in\n'],
    ['a table below it', '\n[extra.k]\nz = 1\n', '\n[extra]\nk = "x"\nnew = true\n'],
    ['indented lines', '\n[extra]\n  k = 1\n\n# end\n', '\n[extra]\n  k = "x"\n  new = true\n\n# end\n'],
  ])('stay in the form they have: %s', (_name, before, after) => {
    const text = page('a', 'Body', before);
    expect(editPage(text, { set: { extra: { k: 'x', new: true } } })).toBe(page('a', 'Body', after));
  });

  it.each([
    ['a line', 'x = 1 # gone\ny = 2\n', ['fields.x'], 'y = 2\n'],
    ['dotted keys', 'x.a = 1\ny = 2\nx.b = 3\n', ['fields.x'], 'y = 2\n'],
    [
      'a table and what is below it',
      'y = 2\n\n# x\n[x]\na = 1\n\n[x.deep]\nb = 1\n\n[z]\nc = 1\n',
      ['fields.x'],
      'y = 2\n\n[z]\nc = 1\n',
    ],
    ['the last table', 'y = 2\n\n[x]\na = 1\n', ['fields.x'], 'y = 2\n'],
    ['an array of tables', '[[x]]\na = 1\n[[x]]\na = 2\n[z]\nc = 1\n', ['fields.x'], '[z]\nc = 1\n'],
    ['a pair of an inline table', 'extra = { a = 1, b = 2, c = 3 }\n', ['extra.b'], 'extra = { a = 1, c = 3 }\n'],
    ['the last pair', 'extra = { a = 1, b = 2 }\n', ['extra.b'], 'extra = { a = 1 }\n'],
    ['a key with a dot in it', 'extra = { "a.b" = 1, b = 2 }\n', ['extra.a.b'], 'extra = { b = 2 }\n'],
    ['a line between a comment and a header', '# k\nx = 1\n[z]\nc = 1\n', ['fields.x'], '# k\n\n[z]\nc = 1\n'],
    ['what is not there', 'y = 2\n', ['fields.x', 'extra.x', 'tags'], 'y = 2\n'],
    ['a name that JavaScript gives a meaning', '\n[__proto__]\nx = 1\n', ['fields.__proto__'], ''],
  ])('go: %s', (_name, before, unset, after) => {
    expect(editPage(page('a', 'Body', before), { unset })).toBe(page('a', 'Body', after));
  });

  it('change deep inside and nowhere else', () => {
    const text = page(
      'a',
      '',
      '\n[owner]\nname = "x" # n\n\n[owner.team]\nlead = "y" # l\nsize = 3\n\n[[steps]]\nn = 1 # one\n\n[[steps]]\nn = 2\n',
    );
    const owner = { name: 'x', team: { lead: 'z', size: 3 } };
    const steps = [{ n: 1 }, { n: 2 }, { n: 3 }];
    expect(editPage(text, { set: { fields: { owner } } })).toBe(text.replace('"y" # l', '"z" # l'));
    expect(editPage(text, { set: { fields: { steps } } })).toBe(text.replace('n = 2\n', 'n = 2\n\n[[steps]]\nn = 3\n'));
    expect(editPage(text, { set: { fields: { steps: [{ n: 2 }] } } })).toBe(
      text.replace('[[steps]]\nn = 1 # one\n\n', ''),
    );
  });
});

describe('relations', () => {
  const one = '\n# why\n[[relations]]\ntype = "depends_on"\ntarget = "b" # to b\n';
  const two = '\n[[relations]]\ntype = "related_to"\ntarget = "c"\n';

  it('are added behind the others and removed with their comments', () => {
    const text = page('a', 'Body', `${one}\n[extra]\nk = 1\n`);
    const added = editPage(text, { add_relations: [{ type: 'related_to', target: 'c' }] });
    expect(added).toBe(page('a', 'Body', `${one}${two}\n[extra]\nk = 1\n`));
    expect(editPage(added, { remove_relations: [{ type: 'related_to', target: 'c' }] })).toBe(text);
    expect(editPage(added, { remove_relations: [{ type: 'depends_on', target: 'b' }] })).toBe(
      page('a', 'Body', `${two}\n[extra]\nk = 1\n`),
    );
  });

  it('are added without blank lines where there are none, and in the file of their node', () => {
    const text = `${node('a', '[[nodes.relations]]\ntype = "t"\ntarget = "b"\n[[nodes.relations]]\ntype = "t"\ntarget = "c"\n')}\n# b\n${node('b')}`;
    expect(difference(text, editFile(text, { add_relations: [{ type: 't', target: 'd', note: 'n' }] }))).toEqual([
      '+[[nodes.relations]]\n',
      '+type = "t"\n',
      '+target = "d"\n',
      '+note = "n"\n',
    ]);
  });

  it.each([
    ['[{ type = "t", target = "b" }]', '[{ type = "t", target = "b" }, { type = "u", target = "c" }]'],
    [
      '[\n  { type = "t", target = "b" }, # b\n]',
      '[\n  { type = "t", target = "b" }, # b\n  { type = "u", target = "c" },\n]',
    ],
  ])('that are inline stay inline: %s', (before, after) => {
    const [short, long] = [page('a', '', `relations = ${before}\n`), page('a', '', `relations = ${after}\n`)];
    expect(editPage(short, { add_relations: [{ type: 'u', target: 'c' }] })).toBe(long);
    expect(editPage(long, { remove_relations: [{ type: 'u', target: 'c' }] })).toBe(short);
  });

  it('that are removed in the middle leave what stands around them', () => {
    const text = page('a', '', `${one}${two}\n# a remark apart\n\n[[relations]]\ntype = "t"\ntarget = "d"\n`);
    expect(editPage(text, { remove_relations: [{ type: 'related_to', target: 'c' }] })).toBe(text.replace(two, ''));
  });

  it('keep a key that has no business in them', () => {
    const text = page('a', '', '[[relations]]\ntype = "t"\ntarget = "b"\n\ntags = ["x"]\n');
    expect(
      difference(text, editPage(text, { add_relations: [{ type: 't', target: 'c' }] })).every((line) =>
        line.startsWith('+'),
      ),
    ).toBe(true);
  });
});

describe('content', () => {
  it.each([
    ['of a page without a last line end', `+++\n${head('a')}+++`, 'Two.\n', `+++\n${head('a')}+++\n\nTwo.\n`],
    ['of an empty page', page('a'), 'Two.', page('a', '\nTwo.')],
    ['right below the block', page('a', 'One.\n'), 'Two.\n', page('a', 'Two.\n')],
    ['that begins with an empty line', page('a', 'One.\n'), '\nTwo.\n', page('a', '\n\nTwo.\n')],
    ['that goes', page('a', '\nOne.\n'), '', page('a')],
    [
      'that holds the signs of a block',
      page('a', '\nOne.\n'),
      '+++\n\nid = "b"\n+++\n',
      page('a', '\n+++\n\nid = "b"\n+++\n'),
    ],
  ])('%s', (_name, before, content, after) => {
    const text = editPage(before, { content });
    expect(text).toBe(after);
    expect(extractMarkdown(bytesOf(text)).bodies).toEqual([content]);
    expect(extractMarkdown(bytesOf(text)).extraction.nodes[0]!.id).toBe('a');
  });

  it('in a page with CRLF stays CRLF, whatever line ends are handed in', () => {
    const text = page('a', '\n# Lamp\n\n- on\n- off\n').replace(/\n/g, '\r\n');
    for (const more of ['## Colours\n\nWhite.\n', '## Colours\r\n\r\nWhite.\r\n']) {
      const after = editPage(text, {
        content: `# Lamp\n\n- on\n- off\n${more}`,
        set: { tags: ['x'] },
        add_relations: [{ type: 't', target: 'b' }],
      });
      expect(after).not.toMatch(/(?<!\r)\n/);
      expect(after.startsWith(text.slice(0, text.indexOf('+++', 3)))).toBe(true);
      expect(after.endsWith('- off\r\n## Colours\r\n\r\nWhite.\r\n')).toBe(true);
    }
  });

  it('keeps the line ends of the lines that stay, also where they differ', () => {
    const text = page('a', '\none\r\ntwo\nthree\r\nfour');
    expect(editPage(text, { content: 'one\ntwo\nTHREE\nfour' })).toBe(page('a', '\none\r\ntwo\nTHREE\nfour'));
  });

  it.each([
    ["'''\nOne \\ two.\n'''", 'One \\ three.\n', "'''\nOne \\ three.\n'''"],
    ["'''\nOne.\n'''", "Two ''' three.\n", `"""\nTwo ''' three.\n"""`],
    ["'''One.'''", 'Two.', "'''Two.'''"],
    ["'''One.'''", '\nTwo.', "'''\n\nTwo.'''"],
    ['"""\nOne \\u00e9.\nTwo.\n"""', 'One é.\nThree """ \\.\n', '"""\nOne \\u00e9.\nThree \\"\\"\\" \\\\.\n"""'],
    ['"""\nOne \\\n  joined.\n"""', 'One joined!\n', '"""\nOne joined!\n"""'],
    ['"one"', 'two', '"two"'],
    ["'one'", 'two', "'two'"],
    ['"one"', 'two\nthree\n', '"""\ntwo\nthree\n"""'],
    ['"one"', 'C:\\x\n"""\n', `'''\nC:\\x\n"""\n'''`],
    ['"one"', '', '""'],
  ])('of a TOML node keeps its quotes where they can hold it: %s', (before, content, after) => {
    const text = `${node('a', `content = ${before} # why\n`)}\n${node('b')}`;
    expect(editFile(text, { content })).toBe(text.replace(before, () => after));
  });

  it('of a TOML node that had none comes last among its keys', () => {
    const text = node('a', 'owner = "x"\n\n[nodes.extra]\nk = 1\n');
    const after = editFile(text, { content: 'One.\nTwo.\n', set: { tags: ['t'], fields: { more: 1 } } });
    expect(after).toContain('tags = ["t"]\nowner = "x"\nmore = 1\ncontent = """\nOne.\nTwo.\n"""\n\n[nodes.extra]\n');
  });

  it('of a TOML node may hold anything', () => {
    const content = '+++\n[[nodes]]\nid = "x"\n"""\'\'\'\n\\ \u0000 \u007f \u202e\ttab\rcr \n\n';
    const text = editFile(node('a'), { content });
    expect(extractToml(bytesOf(text)).bodies).toEqual([content]);
    expect(extractToml(bytesOf(text)).extraction.nodes.map(({ id }) => id)).toEqual(['a']);
  });
});

const fresh: NewNode = {
  id: 'new',
  family: 'guide',
  title: 'A "new" one',
  status: 'draft',
  authority: 'proposal',
  tags: ['x'],
  relations: [{ type: 'depends_on', target: 'a', note: 'why' }],
  fields: { owner: 'me' },
  extra: { deep: { list: [1, { a: true }] } },
  content: '# New\n\nText.\n',
};

describe('a new node', () => {
  it('is a page in canonical form', () => {
    expect(textOf(insertNode(null, 'markdown', fresh))).toBe(`+++
id = "new"
family = "guide"
title = "A \\"new\\" one"
status = "draft"
authority = "proposal"
tags = ["x"]
owner = "me"

[[relations]]
type = "depends_on"
target = "a"
note = "why"

[extra]
deep = { list = [1, { a = true }] }
+++

# New

Text.
`);
  });

  it('or comes last in a TOML file, in that file’s line ends', () => {
    const after = textOf(insertNode(bytesOf(form), 'toml', fresh));
    expect(after.startsWith(`${form}\n[[nodes]]\nid = "new"\n`)).toBe(true);
    expect(textOf(removeNode(bytesOf(after), 'toml', 'new')!)).toBe(form);
    const windows = form.replace(/\n/g, '\r\n');
    expect(textOf(insertNode(bytesOf(windows), 'toml', fresh))).toBe(after.replace(/\n/g, '\r\n'));
    const open = form.slice(0, -1);
    expect(textOf(insertNode(bytesOf(open), 'toml', fresh)).startsWith(`${form}\n[[nodes]]\n`)).toBe(true);
    expect(textOf(insertNode(null, 'toml', fresh)).startsWith('[[nodes]]\nid = "new"\n')).toBe(true);
  });
});

describe('a node that goes', () => {
  const hashes = (text: string) =>
    extractToml(bytesOf(text)).extraction.nodes.map(({ id, content_hash }) => [id, content_hash]);
  const text = `# File.\n\n# a\n${node('a')}\n\n# b\n${node('b')}\n# c\n${node('c')}`;

  it.each(['a', 'b', 'c'])('takes its own lines: %s', (id) => {
    const after = textOf(removeNode(bytesOf(text), 'toml', id)!);
    expect(hashes(after)).toEqual(hashes(text).filter(([other]) => other !== id));
    expect(after.startsWith('# File.\n\n# ')).toBe(true);
    expect(after.endsWith('authoritative"\n')).toBe(true);
    expect(after).not.toContain(`# ${id}\n`);
  });

  it('takes the file with it where it is the last', () => {
    expect(removeNode(bytesOf(page('a')), 'markdown', 'a')).toBe(null);
    expect(removeNode(bytesOf(`# File.\n\n${node('a')}`), 'toml', 'a')).toBe(null);
  });
});

describe('a page of another tool', () => {
  const { content: _, ...metadata } = fresh;
  const block = textOf(insertNode(null, 'markdown', metadata)).trimEnd();

  it.each([
    ['without front matter', '# T\n\nText', `${block}\n\n# T\n\nText`],
    ['that begins with an empty line', '\n# T\n', `${block}\n\n\n# T\n`],
    ['with a byte order mark', '\ufeff# T\n', `\ufeff${block}\n\n# T\n`],
    ['that is empty', '', `${block}\n`],
    ['with CRLF', '# T\r\n', `${block}\n\n# T\n`.replace(/\n/g, '\r\n')],
    ['with YAML', '---\ntitle: x # c\n---\n\n# T\n+++\n', `${block}\n\n# T\n+++\n`],
    ['with YAML and nothing after it', '---\ntitle: x\n---', block],
  ])('%s gets a block, and its body stays byte for byte', (_name, text, expected) => {
    expect(textOf(adoptPage(bytesOf(text), metadata))).toBe(expected);
  });

  it('with TOML keeps its block and gets what it lacks', () => {
    const text =
      '+++\n# Their own.\ntitle = \'Theirs\' # kept\ndate = 2019-08-12\ntags = [ "x" ]\n\n[extra]\nk = 1\n+++\nBody.\n';
    const { extra: _extra, fields: _fields, ...plain } = metadata;
    const after = textOf(adoptPage(bytesOf(text), { ...plain, title: 'Theirs' }));
    expect(after).toContain('# Their own.\nid = "new"\nfamily = "guide"\ntitle = \'Theirs\' # kept\n');
    expect(after).toContain('date = 2019-08-12\ntags = [ "x" ]\n');
    expect(after.endsWith('\n[extra]\nk = 1\n+++\nBody.\n')).toBe(true);
    expect(extractMarkdown(bytesOf(after)).extraction.problems).toEqual([]);
  });
});

describe('what cannot be written is refused', () => {
  const edit = (text: string, change: NodeEdit) => refusalOf(() => editPage(text, change));

  it.each([
    ['a page with another id', () => editPage(page('b'), {})],
    ['a file without the node', () => editFile(node('b'), {})],
    ['a file that holds the id twice', () => editFile(node('a') + node('a'), {})],
    ['a page without a block', () => editPage('# T\n', {})],
    ['a page whose block is wrong', () => editPage('+++\nid = \n+++\n', {})],
    ['bytes that are not UTF-8', () => editNode(Uint8Array.from([0x2b, 0xff]), 'markdown', 'a', {})],
    ['a page that is there', () => insertNode(bytesOf(page('a')), 'markdown', fresh)],
    ['an id that is there', () => insertNode(bytesOf(node('new')), 'toml', fresh)],
    ['a relation that is not there', () => editPage(page('a'), { remove_relations: [{ type: 't', target: 'b' }] })],
    ['a name that is no field', () => editPage(page('a'), { set: { fields: { status: 'x' } } })],
    ['a required field that goes', () => editPage(page('a'), { unset: ['status'] })],
    ['half a surrogate pair', () => editPage(page('a'), { content: 'x\ud800' })],
    ['half a surrogate pair in a value', () => editPage(page('a'), { set: { title: '\udc00' } })],
    ['null', () => editPage(page('a'), { set: { fields: { x: null } } })],
    [
      'a tagged value that is none',
      () => editPage(page('a'), { set: { fields: { x: { $toml: 'float', text: '1' } } } }),
    ],
    [
      'a day that does not exist',
      () => editPage(page('a'), { set: { fields: { x: { $toml: 'local_date', text: '2023-02-29' } } } }),
    ],
    ['an empty title', () => editPage(page('a'), { set: { title: ' ' } })],
    ['a title of two lines', () => editPage(page('a'), { set: { title: 'a\nb' } })],
    ['an id that cannot be', () => insertNode(null, 'markdown', { ...fresh, id: 'a\tb' })],
    [
      'a node whose parts are apart',
      () => editFile(`${node('a')}[owner]\nx = 1\n[nodes.extra]\nk = 1\n`, { set: { title: 'x' } }),
    ],
    ['an open block', () => adoptPage(bytesOf('+++\n'), fresh)],
  ])('%s', (_name, work) => {
    expect(refusalOf(work)).toMatch(/^cannot_serialize: ./);
  });

  it('but an error that was there before is no obstacle', () => {
    const text = page('a').replace('"active"', '7');
    expect(editPage(text, { set: { title: 'x' } })).toBe(text.replace('The a', 'x'));
    expect(edit(text, { set: { family: '' } })).toContain('The field family cannot be used: it is empty');
  });

  it('nesting beyond the limit, and nothing overflows', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(edit(page('a'), { set: { fields: { deep } } })).toContain('nested deeper');
  });
});
