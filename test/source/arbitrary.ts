/** Arbitrary TOML values, nodes, edits, and files written in many hands: quotes, comments, order, line ends, layouts. */
import fc from 'fast-check';
import { type TomlTable, type TomlTagged, type TomlValue, writeTomlText } from '../../src/base/index.ts';
import type { NewNode, NodeEdit } from '../../src/source/index.ts';

const pad = (n: number, width = 2) => String(n).padStart(width, '0');
const tagged = ($toml: TomlTagged['$toml'], text: string): TomlTagged => ({ $toml, text });

export const anyText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        "'",
        '\\',
        '\n',
        '\t',
        '\r',
        '+++',
        '"""',
        "'''",
        'a',
        ' ',
        '#',
        'é',
        '🚀',
        '\u202e',
        '\n+++\n',
      ),
      {
        maxLength: 10,
      },
    )
    .map((parts) => parts.join('')),
);
/** Text that may stand in a one-line field. */
export const lineText = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.constantFrom('a "b" c', "it's", 'C:\\logs', 'tab\there', '+++', 'ü🚀'),
  )
  .filter((text) => text.trim() !== '');
const idText = fc.stringMatching(/^[a-z][a-z0-9./-]{0,11}$/);
export const anyKey = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', 'a.b', 'ключ', 'two words', '"', '\n', '1'),
);

const date = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${pad(y, 4)}-${pad(m)}-${pad(d)}`);
const time = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
    fc.constantFrom('', '.5', '.123456'),
  )
  .map(([h, m, s, f]) => `${pad(h)}:${pad(m)}:${pad(s)}${f}`);

export const scalarValue: fc.Arbitrary<TomlValue> = fc.oneof(
  anyText,
  fc.boolean(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }).map((n) => tagged('integer', n.toString())),
  fc.constantFrom('1.5', '-0.0', '1e6', 'inf', '-inf', 'nan', '6.02e-23').map((text) => tagged('float', text)),
  date.map((text) => tagged('local_date', text)),
  time.map((text) => tagged('local_time', text)),
  fc.tuple(date, time).map(([d, t]) => tagged('local_datetime', `${d}T${t}`)),
  fc
    .tuple(date, time, fc.constantFrom('Z', '+01:00', '-05:30'))
    .map(([d, t, o]) => tagged('offset_datetime', `${d}T${t}${o}`)),
);

export const anyValue: fc.Arbitrary<TomlValue> = fc.letrec<{ value: TomlValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalarValue,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 4, noNullPrototype: false }),
  ),
})).value;
export const anyTable: fc.Arbitrary<TomlTable> = fc.dictionary(anyKey, anyValue, { maxKeys: 4 });

const RESERVED = new Set(['id', 'family', 'title', 'status', 'authority', 'tags', 'relations', 'extra', 'content']);
const fieldsTable = fc.dictionary(
  anyKey.filter((key) => !RESERVED.has(key)),
  anyValue,
  { maxKeys: 3 },
);
const relation = fc.record(
  {
    type: fc.constantFrom('depends_on', 'related_to'),
    target: idText,
    note: fc.oneof(lineText, fc.constant('two\nlines')),
  },
  { requiredKeys: ['type', 'target'] },
);
const authority = fc.constantFrom('authoritative', 'approved_plan', 'derived', 'proposal', 'historical');

export const anyNode: fc.Arbitrary<NewNode> = fc.record(
  {
    id: idText,
    family: lineText,
    title: lineText,
    status: lineText,
    authority,
    tags: fc.array(lineText, { maxLength: 4 }),
    relations: fc.array(relation, { maxLength: 3 }),
    fields: fieldsTable,
    extra: anyTable,
    content: anyText,
  },
  { requiredKeys: ['id', 'family', 'title', 'status', 'authority'] },
);

/** How one file is written. */
export interface Hand {
  readonly newline: '\n' | '\r\n';
  readonly bom: boolean;
  readonly finalNewline: boolean;
}
export const anyHand: fc.Arbitrary<Hand> = fc.record({
  newline: fc.constantFrom('\n' as const, '\r\n' as const),
  bom: fc.boolean(),
  finalNewline: fc.boolean(),
});

const quoted = (text: string, literal: boolean) =>
  (literal ? writeTomlText(text, 'literal') : null) ?? writeTomlText(text, 'basic')!;
const noise = fc.constantFrom('', '', '', '\n', '# a remark\n', '\n# apart\n\n', '  # indented\n');
const tail = fc.constantFrom('', '', '   # why', '\t# "quoted" +++');
const equals = fc.constantFrom(' = ', '=', '   = ', '\t= ');

const statement = (key: string, value: string) =>
  fc
    .tuple(noise, equals, tail, fc.constantFrom('', '', '  '))
    .map(([before, is, after, indent]) => `${before}${indent}${key}${is}${value}${after}\n`);
const textStatement = (key: string, text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.boolean()).chain(([value, literal]) => statement(key, quoted(value, literal)));

const tagsLine = fc
  .tuple(fc.array(lineText, { maxLength: 4 }), fc.integer({ min: 0, max: 4 }))
  .chain(([tags, layout]) => {
    const items = tags.map((tag) => quoted(tag, layout % 2 === 0));
    if (items.length === 0) return statement('tags', '[ ]');
    if (layout === 0) return statement('tags', `[${items.join(',')}]`);
    if (layout === 1) return statement('tags', `[ ${items.join(', ')}, ]`);
    if (layout === 2) return statement('tags', `[\n${items.map((item) => `  ${item}, # one\n`).join('')}]`);
    if (layout === 3) return statement('tags', `[\n${items.map((item) => `    ${item}`).join(',\n')}\n  # end\n]`);
    return statement('tags', `[ ${items.join(',\n   ')} ]`);
  });

const fieldLines = fc.constantFrom(
  'owner.name = "x"\nowner.team.lead = "y" # dotted\n',
  'owner = { name = "x", size = 3 }\n',
  'due = 2024-02-29 # leap\n',
  'note = """\nOne\n+++\nTwo \\u00e9 \\\n   joined"""\n',
  "raw = '''\nC:\\logs\n'''\n",
  'big = 0x20_0000_0000_0001\n',
  'rows = [\n  [1, 2],\n  [3],\n]\n',
);
const fieldSections = (p: string) =>
  fc.constantFrom(
    `[${p}owner]\nname = "x"\n\n[${p}owner.team]\nlead = "y"\n`,
    `[[${p}steps]]\nn = 1\n# between\n[[${p}steps]]\nn = 2\n[${p}steps.more]\nz = 1\n`,
  );

const relationLines = (p: string) =>
  fc.tuple(fc.array(relation, { maxLength: 3 }), fc.boolean(), fc.boolean()).map(([relations, blank, remark]) =>
    relations
      .map(({ type, target, note }, i) => {
        const rows = [`type = ${quoted(type, i === 0)}`, `target = "${target}" # to`];
        if (note !== undefined) rows.push(`note = ${writeTomlText(note, 'basic')}`);
        return `${blank ? '\n' : ''}${remark ? '# about it\n' : ''}[[${p}relations]]\n${rows.join('\n')}\n`;
      })
      .join(''),
  );
const relationsInline = fc.array(relation, { minLength: 1, maxLength: 3 }).map((relations) => {
  const items = relations.map(({ type, target }) => `{ type = "${type}", target = "${target}" }`);
  return `relations = [\n${items.map((item) => `  ${item},\n`).join('')}]\n`;
});
const extraSections = (p: string) =>
  fc.constantFrom(
    '',
    `\n[${p}extra] # free\n`,
    `\n# about extra\n[${p}extra]\na = 1\nb.c = "d"\n`,
    `\n[${p}extra.deep]\nx = true\n`,
    `\n[${p}extra]\na = [1, 2]\n\n  [${p}extra.deep]\n  x = "y"\n\n[[${p}extra.list]]\nk = 1\n`,
  );
const extraLines = fc.constantFrom('extra = { a = 1, "b c" = [1] }\n', 'extra.a = 1\nextra.deep.x = "y" # dotted\n');

/** The metadata of one node, in some hand, with LF; `p` is `''` or `nodes.`. */
export function anyMetadata(
  id: string,
  p: '' | 'nodes.',
  content: fc.Arbitrary<string> = fc.constant(''),
): fc.Arbitrary<string> {
  const known = fc.tuple(
    statement('id', `'${id}'`),
    textStatement('family', lineText),
    textStatement('title', lineText),
    textStatement('status', fc.constantFrom('draft', 'active')),
    textStatement('authority', authority),
  );
  const optional = fc.tuple(
    fc.option(tagsLine, { nil: '' }),
    fc.option(fieldLines, { nil: '' }),
    fc.oneof(
      fc.constant(['', 'sections']),
      relationsInline.map((text) => [text, '']),
      fc.constant(['', '']),
    ),
    fc.oneof(
      fc.constant(['', 'sections']),
      extraLines.map((text) => [text, '']),
    ),
    content,
  );
  return fc.tuple(known, optional, noise).chain(([required, [tags, fields, relations, extra, body], end]) =>
    fc
      .tuple(
        fc.shuffledSubarray([...required, tags, fields, relations[0]!, extra[0]!, body], {
          minLength: 10,
          maxLength: 10,
        }),
        relations[1] === '' ? fc.constant('') : relationLines(p),
        extra[1] === '' ? fc.constant('') : extraSections(p),
        fields.startsWith('owner') ? fc.constant('') : fc.option(fieldSections(p), { nil: '' }),
      )
      .chain(([lines, ...sections]) =>
        fc
          .shuffledSubarray(sections, { minLength: 3, maxLength: 3 })
          .map((shuffled) => lines.join('') + shuffled.join('') + end),
      ),
  );
}

/** The text as a hand writes it: its line ends, its byte order mark, its last line end. */
export function inHand(text: string, hand: Hand): string {
  const ended = hand.finalNewline ? text : text.replace(/\n+$/, '');
  return (hand.bom ? '\ufeff' : '') + ended.replace(/\n/g, hand.newline);
}

const body = fc.constantFrom(
  '',
  '# Title\n\nText.\n',
  '\n\nApart',
  '+++\nid = "x"\n+++\n',
  'One line',
  'a\n\n\n',
  'x  \ny\\\n',
);

/** A whole page with the id `page`, and the hand it is written in. */
export const anyPage: fc.Arbitrary<string> = fc
  .tuple(
    anyMetadata('page', ''),
    anyHand,
    fc.constantFrom('', '\n', ' \n'),
    fc.constantFrom('', '  ', '\t'),
    fc.boolean(),
    body,
  )
  .map(([metadata, hand, lead, blanks, separator, content]) =>
    inHand(`${lead}+++${blanks}\n${metadata}+++${blanks}\n${separator ? '\n' : ''}${content}`, hand),
  );

const contentStatement = fc.constantFrom(
  'content = ""\n',
  "content = '''\nRaw \\ text\n'''\n",
  'content = """\nOne \\u00e9\nTwo\n+++\nThree"""  # remark\n',
  "content = 'short'\n",
  'content = "a\\nb"\n',
  '',
);

/** A TOML file with nodes `n0`, `n1`, … */
export const anyNodeFile: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('', '# The file.\n\n', '\n'), anyHand)
  .chain(([count, lead, hand]) =>
    fc
      .tuple(...Array.from({ length: count }, (_, i) => anyMetadata(`n${i}`, 'nodes.', contentStatement)))
      .map((nodes) => inHand(lead + nodes.map((node) => `# about\n[[nodes]]\n${node}\n`).join(''), hand)),
  );

/** Edits that any node can take: they name few keys, so that they meet the keys that are there. */
export const anyEdit: fc.Arbitrary<NodeEdit> = fc.record(
  {
    set: fc.record(
      {
        family: lineText,
        title: lineText,
        status: fc.constantFrom('draft', 'active'),
        authority,
        tags: fc.array(lineText, { maxLength: 3 }),
        fields: fc.dictionary(fc.constantFrom('owner', 'due', 'note', 'steps', 'new one'), anyValue, { maxKeys: 2 }),
        extra: fc.dictionary(fc.constantFrom('a', 'b', 'deep', 'list', '__proto__'), anyValue, { maxKeys: 2 }),
      },
      { requiredKeys: [] },
    ),
    unset: fc.subarray(['tags', 'fields.owner', 'fields.rows', 'extra.a', 'extra.deep', 'extra.b c', 'extra.list']),
    content: anyText,
    add_relations: fc.array(relation, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
