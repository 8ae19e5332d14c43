/** What pages and TOML files say, and every problem at its place in the file. */
import { describe, expect, it } from 'vitest';
import { hashBytes, limits } from '../../src/base/index.ts';
import { extractMarkdown, extractToml } from '../../src/source/index.ts';
import { bytesOf, head, node, page, problemsOf, readFile, readPage } from './pages.ts';

describe('a page', () => {
  it('is one node with everything it says', () => {
    const text = page(
      'pump',
      '\n# Pump\n\nRuns.\n',
      'tags = ["a", "b"]\nserial = 9007199254740993\n\n[[relations]]\ntype = "depends_on"\ntarget = "tank"\nnote = "level"\n\n[extra]\nx.y = 1.5\n',
    );
    const { extraction, bodies } = readPage(text);
    expect(extraction.problems).toEqual([]);
    expect(bodies).toEqual(['# Pump\n\nRuns.\n']);
    expect(extraction.nodes).toMatchObject([
      {
        id: 'pump',
        family: 'guide',
        title: 'The pump',
        status: 'active',
        authority: 'authoritative',
        tags: ['a', 'b'],
        relations: [{ type: 'depends_on', target: 'tank', note: 'level', line: 10 }],
        fields: { serial: { $toml: 'integer', text: '9007199254740993' } },
        extra: { x: { y: { $toml: 'float', text: '1.5' } } },
        line: 1,
        content_line: 19,
        end_line: 21,
        content_hash: hashBytes(text),
        body_hash: hashBytes('# Pump\n\nRuns.\n'),
        body_bytes: 14,
        outline: { headings: [{ text: 'Pump', line: 19 }] },
      },
    ]);
    expect(extraction.nodes[0]!.keys.map(({ key, line }) => [key, line])).toEqual([
      ['id', 2],
      ['family', 3],
      ['title', 4],
      ['status', 5],
      ['authority', 6],
      ['tags', 7],
      ['serial', 8],
      ['relations', 10],
      ['extra', 15],
    ]);
  });

  it('means the same with CRLF and a byte order mark', () => {
    const text = page(
      'a',
      '\n# A\n\nText.\n\n## B\n',
      '\n[[relations]]\ntype = "t"\ntarget = "b"\nnote = """\ntwo\nlines"""\n',
    );
    const [plain, windows] = [readPage(text), readPage(`\ufeff${text.replace(/\n/g, '\r\n')}`)];
    const bare = ({ extraction: { nodes } }: typeof plain) => nodes.map(({ content_hash: _, ...rest }) => rest);
    expect(JSON.stringify(windows)).not.toContain('\\r');
    expect(bare(windows)).toEqual(bare(plain));
    expect(windows.bodies).toEqual(plain.bodies);
  });

  it('keeps whatever looks like a block in its content', () => {
    const body = '# A\n\n```diff\n+++ b/x\n+++\n```\n\n+++\nid = "old"\n+++\n\n## Last\n';
    const { extraction, bodies } = readPage(page('a', `\n${body}`));
    expect(extraction.nodes.map(({ id }) => id)).toEqual(['a']);
    expect(extraction.nodes[0]!.outline.headings.map(({ text }) => text)).toEqual(['A', 'Last']);
    expect(bodies).toEqual([body]);
  });

  it('gives nothing of one node to another', () => {
    readPage(page('first', '', '[__proto__]\nstatus = "x"\npolluted = 1\n'));
    const second = readPage('+++\nid = "second"\ntitle = "S"\nauthority = "derived"\n+++\n');
    expect(problemsOf(second)).toEqual([
      '1:1 missing_field The required field family is missing.',
      '1:1 missing_field The required field status is missing.',
    ]);
    expect(second.extraction.nodes[0]).toMatchObject({ family: null, status: null });
    expect(({} as Record<string, unknown>).polluted).toBe(undefined);
  });
});

describe('problems of a page', () => {
  const cases: [string, string, string[]][] = [
    ['no block', '# Title\n', ['1:1 missing_block']],
    ['front matter of another kind', '---\nid: a\n---\n', ['1:1 missing_block']],
    ['an open block', '\n+++\nid = "a"\n', ['2:1 block_not_closed']],
    [
      'a duplicate key',
      page('a', '', '# again\nstatus = "x"\n'),
      ['8:1 invalid_toml "status" is already defined (first on line 5)'],
    ],
    ['a wrong line', `\n\n+++\n${head('a')}x = [1,\n+++\n`, ['10:1 invalid_toml the array is not closed']],
    [
      'an id that is a number',
      page('a').replace('"a"', '42'),
      ['2:1 wrong_type must be text in quotes, but it is the integer 42'],
    ],
    [
      'an id that is a date',
      page('a').replace('"a"', '2024-01-01'),
      ['2:1 wrong_type it is the local date 2024-01-01'],
    ],
    [
      'an id with a control character',
      page('a').replace('"a"', '"a\\tb"'),
      ['2:1 bad_id it holds a control character'],
    ],
    ['an id that turns the text', page('a').replace('"a"', '"a\\u202eb"'), ['2:1 bad_id it holds a control character']],
    [
      'an id that is not composed',
      page('a').replace('"a"', '"u\\u0308"'),
      ['2:1 bad_id not in the composed form (NFC)'],
    ],
    ['an id with blanks around it', page('a').replace('"a"', '" a"'), ['2:1 bad_id it begins or ends with a blank']],
    ['an empty id', page(''), ['2:1 bad_id it is empty']],
    [
      'an id that is too long',
      page('é'.repeat(101)),
      [`2:1 bad_id it is 202 bytes long, and an id may have at most ${limits.id_bytes_max}`],
    ],
    ['a title that is empty', page('a').replace('"The a"', '" "'), ['4:1 bad_text title cannot be used: it is empty']],
    ['a title of two lines', page('a').replace('"The a"', '"""a\nb"""'), ['4:1 bad_text it holds a control character']],
    [
      'a title that is too long',
      page('a').replace('The a', 'x'.repeat(1001)),
      ['4:1 bad_text it is 1001 bytes long, and at most 1000 are allowed'],
    ],
    [
      'tags that are text',
      page('a', '', 'tags = "x"\n'),
      ['7:1 wrong_type tags must be an array of texts, but it is text'],
    ],
    ['a tag that is a number', page('a', '', 'tags = [\n"x",\n  7]\n'), ['9:3 wrong_type it is the integer 7']],
    [
      'too many tags',
      page('a', '', `tags = [${'"x",'.repeat(201)}]\n`),
      ['7:1 too_many_items The node has 201 tags, and at most 200'],
    ],
    [
      'relations that are a table',
      page('a', '', '[relations]\ntype = "x"\n'),
      ['7:1 wrong_type relations must be an array of tables'],
    ],
    [
      'a relation without a target',
      page('a', '', '\n[[relations]]\ntype = "x"\n'),
      ['8:1 missing_field relations.target'],
    ],
    [
      'a relation with a numeric target',
      page('a', '', '[[relations]]\ntype = "x"\ntarget = 7\n'),
      ['9:1 wrong_type relations.target must be text'],
    ],
    [
      'inline relations',
      page('a', '', 'relations = [\n  { type = "x" },\n  { target = "b", type = "y" }\n]\n'),
      ['8:3 missing_field relations.target'],
    ],
    [
      'a note that is a number',
      page('a', '', '[[relations]]\ntype = "x"\ntarget = "b"\nnote = 1\n'),
      ['10:1 wrong_type relations.note'],
    ],
    [
      'a key below a relation',
      page('a', '', '\n[[relations]]\ntype = "x"\ntarget = "b"\n\ntags = ["weekly"]\n'),
      ['12:1 misplaced_field The field tags stands inside the relation that begins on line 8'],
    ],
    ['an extra that is no table', page('a', '', 'extra = 1\n'), ['7:1 wrong_type extra must be a table']],
    ['content in the metadata', page('a', '', 'content = "x"\n'), ['7:1 misplaced_content']],
  ];

  it.each(cases)('%s', (_name, text, expected) => {
    const found = problemsOf(readPage(text));
    expect(found.length).toBe(expected.length);
    for (const [i, line] of expected.entries()) {
      const [place, code, ...words] = line.split(' ');
      expect(found[i]).toContain(`${place} ${code}`);
      expect(found[i]).toContain(words.join(' '));
    }
  });

  it('keeps the node for those who point to it', () => {
    const { extraction } = readPage(page('a').replace('"active"', '7'));
    expect(extraction.nodes).toMatchObject([{ id: 'a', status: null, title: 'The a' }]);
  });

  it('names the byte and the line that are not UTF-8, and reads nothing', () => {
    const latin = Buffer.concat([bytesOf(page('a', '\n')), Buffer.from([0x50, 0x72, 0xfc, 0x66, 0x0a])]);
    const offset = latin.indexOf(0xfc);
    expect(problemsOf(extractMarkdown(latin))).toEqual([
      `9: invalid_utf8 The file is not valid UTF-8: byte ${offset} cannot be decoded. Nothing was guessed and nothing was read from it.`,
    ]);
    expect(extractMarkdown(latin).bodies).toEqual([]);
    expect(extractToml(latin).extraction.problems[0]!.line).toBe(9);
  });

  it.each([
    ['a byte that only continues', [0x61, 0x0a, 0x80], 2],
    ['a longer form than needed', [0x61, 0xc0, 0xaf], 1],
    ['a surrogate', [0x0a, 0xed, 0xa0, 0x80], 1],
    ['more than Unicode has', [0xf4, 0x90, 0x80, 0x80], 0],
    ['a sequence that is cut', [0x61, 0xe2, 0x82], 1],
  ])('finds %s', (_name, bytes, offset) => {
    const [problem] = extractMarkdown(Uint8Array.from(bytes)).extraction.problems;
    expect(problem!.message).toContain(`byte ${offset} `);
  });

  it('are bounded in number and time for a page that is nothing else', () => {
    const text = page('a', '', '[[relations]]\ntype = 1\ntarget = 2\n'.repeat(5_000));
    expect(readPage(text).extraction.problems.length).toBe(1 + 2 * limits.relations_max);
  }, 10_000);
});

describe('a TOML file', () => {
  const three = `# About the file.\n\n# first\n${node('007', 'content = """\nPress once.\n"""\n')}\n# second\n${node(
    '7',
    "content = '''\n# Hold\n\n[it](x.md)\n'''\n\n[[nodes.relations]]\ntype = \"depends_on\"\ntarget = \"007\"\n",
  )}\n\n${node('1e3')}`;

  it('holds its nodes under exactly their ids', () => {
    const { extraction, bodies } = readFile(three);
    expect(extraction.problems).toEqual([]);
    expect(extraction.nodes.map(({ id, line, content_line, end_line }) => [id, line, content_line, end_line])).toEqual([
      ['007', 4, 11, 12],
      ['7', 15, 22, 29],
      ['1e3', 32, 32, 37],
    ]);
    expect(bodies).toEqual(['Press once.\n', '# Hold\n\n[it](x.md)\n', '']);
    expect(extraction.nodes[1]!.relations).toEqual([{ type: 'depends_on', target: '007', line: 27 }]);
    expect(extraction.nodes[1]!.outline.headings).toMatchObject([{ line: 22 }]);
    expect(extraction.nodes[1]!.outline.links).toMatchObject([{ line: 24, column: 1 }]);
    expect(extraction.nodes[1]!.keys.find(({ key }) => key === 'id')).toEqual({ key: 'id', line: 16, column: 1 });
  });

  it('gives each node its own bytes: its comments above, no blank lines, no last line end', () => {
    const { nodes } = readFile(three).extraction;
    expect(nodes[0]!.content_hash).toBe(
      hashBytes(three.slice(three.indexOf('# first'), three.indexOf('\n\n# second'))),
    );
    expect(nodes[2]!.content_hash).toBe(hashBytes(three.slice(three.lastIndexOf('[[nodes]]'), -1)));
  });

  it('has places also where the content is on the line of its key, or escaped', () => {
    const [same] = readFile(node('a', 'content = """x [l](b.md)\n[m](c.md)"""\n')).extraction.nodes;
    expect(same!.content_line).toBe(7);
    expect(same!.outline.links).toMatchObject([
      { line: 7, column: 16 },
      { line: 8, column: 1 },
    ]);
    const [escaped] = readFile(node('a', 'content = "x\\n\\n[m](c.md)"\n')).extraction.nodes;
    expect(escaped!.outline.links).toMatchObject([{ line: 7, column: 1 }]);
  });

  it.each([
    ['no nodes', '# nothing\n', ['1:1 missing_nodes']],
    ['another table', `${node('a')}\n[owner]\nname = "x"\n`, ['9:1 unknown_field']],
    ['nodes that are inline', 'nodes = [{ id = "a" }]\n', ['1:1 wrong_type']],
    ['nodes that are one table', '[nodes]\nid = "a"\n', ['1:1 wrong_type']],
    ['a wrong line', `${node('a')}\n${node('b')}x = yes\n`, ['14:5 invalid_toml']],
    [
      'a field that is missing',
      `${node('a')}\n[[nodes]]\nid = "b"\nfamily = "f"\ntitle = "t"\nstatus = "s"\n`,
      ['8:1 missing_field'],
    ],
    ['content that is no text', node('a', 'content = 7\n'), ['7:1 wrong_type']],
  ])('tells of %s', (_name, text, expected) => {
    expect(problemsOf(readFile(text)).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(expected);
  });
});
