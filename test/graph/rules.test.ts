/** Every rule of the graph, by small projects. */
import { describe, expect, it } from 'vitest';
import { buildGraph, type GraphRules } from '../../src/graph/index.ts';
import {
  canonicalRules,
  type Expected,
  graphOf,
  inputOf,
  page,
  problemLine,
  relation,
  said,
  vaultRules,
} from './projects.ts';

function check(fixture: string, expected: Expected, rules: GraphRules = canonicalRules): void {
  expect(said(graphOf(fixture, rules))).toMatchObject(expected);
}

function messages(fixture: string, rules: GraphRules = canonicalRules): string[] {
  return graphOf(fixture, rules).problems.map(problemLine);
}

describe('ids', () => {
  const gate = `//- docs/gate.md\n${page('gate', 'From Markdown.')}`;
  const toml = (path: string) => `//- ${path}
[[nodes]]
id = "fence"
title = "Fence"
family = "guide"
authority = "authoritative"
status = "active"
content = """
Text.
"""

[[nodes]]
id = "gate"
title = "Gate again"
family = "guide"
authority = "authoritative"
status = "active"
content = """
From TOML.
"""
`;

  it('names every place of an id that stands twice, and chooses none', () => {
    check(gate + toml('docs/more.toml'), { nodes: ['fence'], problems: ['docs/gate.md:2 duplicate_id'] });
    expect(messages(gate + toml('docs/more.toml'))).toEqual([
      'docs/gate.md:2 error duplicate_id The id gate stands in 2 places: docs/gate.md:2, docs/more.toml:12. None of them was taken as the node.',
    ]);
    expect(messages(gate + toml('docs/aaa.toml'))).toEqual([
      'docs/aaa.toml:12 error duplicate_id The id gate stands in 2 places: docs/aaa.toml:12, docs/gate.md:2. None of them was taken as the node.',
    ]);
  });

  it('does not call a relation or a link to such an id dead', () => {
    const asking = `//- docs/ask.md\n${page('ask', '[g](gate.md)', relation('depends_on', 'gate'))}`;
    check(gate + toml('docs/more.toml') + asking, {
      nodes: ['ask', 'fence'],
      edges: [],
      problems: ['docs/gate.md:2 duplicate_id'],
    });
  });

  it('keeps ids apart that differ only in case, and says so', () => {
    const fixture = `//- docs/auth.md
${page('Auth-Flow')}
//- docs/auth-old.md
${page('auth-flow')}
//- docs/kiosk.md
${page('kiosk', 'Body.', relation('depends_on', 'Auth-Flow') + relation('related_to', 'AUTH-FLOW'))}`;
    check(fixture, {
      nodes: ['Auth-Flow', 'auth-flow', 'kiosk'],
      edges: ['kiosk -depends_on-> Auth-Flow'],
      problems: ['docs/auth-old.md:2 similar_ids', 'docs/kiosk.md:12 unresolved_relation'],
    });
    const text = messages(fixture);
    expect(text[0]).toContain('warning similar_ids The ids Auth-Flow, auth-flow differ');
    expect(text[1]).toContain('names AUTH-FLOW, and no node has that id (perhaps Auth-Flow)');
  });

  it('takes ids for texts, never for numbers', () => {
    const node = (id: string, more = '') =>
      `[[nodes]]\nid = "${id}"\ntitle = "T"\nfamily = "guide"\nauthority = "derived"\nstatus = "active"\n${more}\n`;
    const seven = node('7', '[[nodes.relations]]\ntype = "depends_on"\ntarget = "007"\n');
    check(`//- reqs/reqs.toml\n${node('007')}${seven}${node('1e3')}`, {
      nodes: ['007', '1e3', '7'],
      edges: ['7 -depends_on-> 007'],
      problems: [],
    });
    check(
      '//- reqs/bare.md\n+++\nid = 42\ntitle = "Bare"\nfamily = "guide"\nauthority = "derived"\nstatus = "active"\n+++\n',
      {
        nodes: [],
        problems: ['reqs/bare.md:2 wrong_type'],
      },
    );
  });

  it('bounds the number of nodes', () => {
    const rules = { ...canonicalRules, nodes_max: 1 };
    check(`//- a.md\n${page('a')}//- b.md\n${page('b')}`, { problems: ['-:- too_many_nodes'] }, rules);
  });
});

describe('words', () => {
  it('knows families, statuses, authorities and relation types', () => {
    const text = page('a', 'Text.', relation('dependson', 'a'))
      .replace('"guide"', '"gude"')
      .replace('"active"', '"actve"')
      .replace('"authoritative"', '"official"');
    expect(messages(`//- a.md\n${text}`)).toEqual([
      'a.md:4 error unknown_family The family gude is not in the descriptor (perhaps guide).',
      'a.md:5 error unknown_status The status actve is not in the descriptor (perhaps active).',
      'a.md:6 error unknown_authority The authority official is not known.',
      'a.md:8 warning self_relation The relation dependson leads from a to itself.',
      'a.md:8 error unknown_relation The relation type dependson is not in the descriptor (perhaps depends_on).',
    ]);
  });

  it('asks for what a family requires, at the top or in extra', () => {
    const need = (more: string) => page('a', 'Text.', more).replace('"guide"', '"requirement"');
    check(`//- a.md\n${need('')}`, { nodes: ['a'], problems: ['a.md:4 missing_metadata'] });
    check(`//- a.md\n${need('owner = "x"\n')}`, { problems: [] });
    check(`//- a.md\n${need('[extra]\nowner = "x"\n')}`, { problems: [] });
  });

  it('warns of a key that nobody expects, with the nearest that is known', () => {
    const text = page('a', 'Text.', 'reviewed = 2026-01-01\nautority = "x"\n[__proto__]\nstatus = "active"\n');
    expect(messages(`//- a.md\n${text}`)).toEqual([
      'a.md:8 warning unknown_field The field autority is not known here (perhaps authority).',
      'a.md:9 warning unknown_field The field __proto__ is not known here.',
    ]);
    expect(({} as Record<string, unknown>).status).toBeUndefined();
  });

  it('inherits nothing from another page (case 07)', () => {
    const second =
      '+++\nid = "b-second"\ntitle = "Second"\nauthority = "authoritative"\n+++\n\nNo status, no family.\n';
    const { nodes, problems } = said(
      graphOf(`//- a.md\n${page('a', 'x', '[__proto__]\nfamily = "guide"\n')}//- b.md\n${second}`),
    );
    expect(nodes).toEqual(['a']);
    expect(problems).toEqual(['a.md:7 unknown_field', 'b.md:1 missing_field', 'b.md:1 missing_field']);
  });

  it('leaves the relation readable when a key slipped below its table (case 09)', () => {
    const filter = page('filter', 'Rinse.', `${relation('depends_on', 'sand')}\ntags = ["weekly"]\n`);
    check(`//- filter.md\n${filter}//- sand.md\n${page('sand')}`, {
      edges: ['filter -depends_on-> sand'],
      problems: ['filter.md:12 misplaced_field'],
    });
  });
});

describe('relations', () => {
  it('names each cycle once, from its smallest id', () => {
    const fixture = `//- c4.md
${page('c4', 'x', relation('related_to', 'c4'))}
//- c1.md
${page('c1', 'x', relation('depends_on', 'c2'))}
//- c3.md
${page('c3', 'x', relation('depends_on', 'c3'))}
//- c2.md
${page('c2', 'x', relation('depends_on', 'c1'))}`;
    expect(messages(fixture)).toEqual([
      'c1.md:8 error dependency_cycle The relation depends_on may not lead back to its start, but it does: c1 → c2 → c1.',
      'c3.md:8 error dependency_cycle The relation depends_on may not lead back to its start, but it does: c3 → c3.',
      'c4.md:8 warning self_relation The relation related_to leads from c4 to itself.',
    ]);
  });

  it('judges each acyclic relation by itself', () => {
    const two = (first: string, second: string) =>
      `//- a.md\n${page('a', 'x', relation(first, 'b'))}//- b.md\n${page('b', 'x', relation(second, 'a'))}`;
    check(two('part_of', 'part_of'), { problems: ['a.md:8 dependency_cycle'] });
    check(two('part_of', 'depends_on'), { problems: [] });
    check(two('related_to', 'related_to'), { problems: [] });
  });

  it('shows the shortest cycle of a knot', () => {
    const fixture = ['b:c', 'c:d', 'd:b', 'd:a', 'a:b'].reduce((files, pair) => {
      const [from, to] = pair.split(':') as [string, string];
      return files.set(from, (files.get(from) ?? '') + relation('depends_on', to));
    }, new Map<string, string>());
    const text = [...fixture].map(([id, more]) => `//- ${id}.md\n${page(id, 'x', more)}`).join('');
    expect(messages(text)).toHaveLength(1);
    expect(messages(text)[0]).toContain('a → b → c → d → a');
  });

  it('says once more what was said before', () => {
    const text = page('a', 'x', relation('related_to', 'b') + relation('related_to', 'b'));
    check(`//- a.md\n${text}//- b.md\n${page('b')}`, {
      edges: ['a -related_to-> b'],
      problems: ['a.md:12 duplicate_relation'],
    });
  });
});

describe('severities', () => {
  const dead = `//- a.md\n${page('a', '[x](gone.md)')}`;
  const severity = (rules: GraphRules) => graphOf(dead, rules).problems.map((problem) => problem.severity);

  it('are the catalogue’s, milder for links in a vault, and the descriptor’s last', () => {
    expect(severity(canonicalRules)).toEqual(['error']);
    expect(severity(vaultRules)).toEqual(['warning']);
    expect(severity({ ...canonicalRules, severities: new Map([['dead_link', 'note']]) })).toEqual(['note']);
    expect(severity({ ...vaultRules, severities: new Map([['dead_link', 'error']]) })).toEqual(['error']);
    expect(severity({ ...canonicalRules, severities: new Map([['dead_link', 'off']]) })).toEqual([]);
  });
});

describe('files', () => {
  it('reports what is not UTF-8 and reads its neighbour', () => {
    const bytes = Buffer.concat([Buffer.from(page('alt')), Buffer.from([0x50, 0x72, 0xfc, 0x0a])]);
    const result = buildGraph(
      inputOf(
        new Map<string, string | Uint8Array>([
          ['alt.md', bytes],
          ['neu.md', page('neu')],
        ]),
      ),
    );
    expect(said(result)).toMatchObject({ nodes: ['neu'], problems: ['alt.md:10 invalid_utf8'] });
  });
});
