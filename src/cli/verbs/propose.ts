/** Verbs that propose: an operations document, or one operation in a line. No canonical file is touched. */
import { readNamed } from '../io.ts';
import { type Flag, given, idsOf, type Options, type Verb } from '../verb.ts';
import { relationOf, relationsOf, setOf, tablePairs, textOf } from './operation-words.ts';

const CHANGESET: readonly Flag[] = [
  ['--changeset <id>', 'append to this changeset, or give the new one this id'],
  ['--append', 'append to --changeset instead of making it'],
  ['--hash <sha256>', 'the hash the changeset has now; needed to append'],
  ['--title <text>', 'title of the changeset'],
  ['--rationale <text>', 'why this change is proposed'],
  ['--ready', 'ready for review at once, instead of a draft'],
];

const METADATA: readonly Flag[] = [
  ['--status <name>', 'the status'],
  ['--authority <name>', 'authoritative, approved_plan, derived, proposal or historical'],
  ['--tag <name>', 'a tag; all of them, when given', 'repeat'],
  ['--field <key=value>', 'another key of the metadata', 'repeat'],
  ['--extra <key=value>', 'a key of [extra]', 'repeat'],
  ['--content <file>', 'the text, from a file, or "-" for standard input'],
];

const where = ({ changeset, append, hash, ready }: Options) => given({ changeset, append, expect_hash: hash, ready });

/** Characters of a title that was made of ids; ids may be longer than a title. */
const TITLE_CHARS_MAX = 200;

/** The request for operations that were made of words. */
function request(operations: readonly unknown[], title: string, options: Options): object {
  const cut = [...title].slice(0, TITLE_CHARS_MAX).join('');
  const document = { title: options.title ?? cut, ...given({ rationale: options.rationale }), operations };
  return { document, ...where(options) };
}

const print = async () => (await import('../print/changeset.ts')).printProposed;

export const proposeVerbs: readonly Verb[] = [
  {
    name: 'propose',
    operation: 'propose',
    arguments: '<file>',
    flags: CHANGESET,
    examples: ['propose retire-start.toml', 'propose - --ready < operations.json'],
    input: async ([file], options, io) => ({
      text: await readNamed(file!, io),
      ...given({ title: options.title, rationale: options.rationale }),
      ...where(options),
    }),
    print,
  },
  {
    name: 'create',
    operation: 'propose',
    summary: 'Propose a new document',
    arguments: '<id>',
    flags: [
      ['--family <name>', 'the family'],
      ['--name <text>', 'the title of the document; the id when left out'],
      ['--at <path>', 'its file; by default one of its own in the directory of the family'],
      ['--relate <type:target>', 'a relation to another document', 'repeat'],
      ...METADATA,
      ...CHANGESET,
    ],
    examples: ['create rollback-runbook --family guide --name "Roll back a release" --content draft.md'],
    input: async ([id], options, io) => {
      const { family, name, at, relate, status, authority, tag, content } = options;
      const operation = {
        ...{ op: 'create', id, title: name ?? id },
        ...given({ family, path: at, status, authority, tags: tag, relations: relationsOf(relate) }),
        ...given({ fields: tablePairs(options.field), extra: tablePairs(options.extra) }),
        ...given({ content: await textOf(content, io) }),
      };
      return request([operation], `Create ${id}`, options);
    },
    print,
  },
  {
    name: 'update',
    operation: 'propose',
    summary: 'Propose other metadata or another text for a document',
    arguments: '<id>',
    flags: [
      ['--expect <sha256>', 'the content hash that the document has now'],
      ['--family <name>', 'the family'],
      ['--name <text>', 'the title of the document'],
      ['--unset <name>', 'remove tags, fields.NAME or extra.NAME', 'repeat'],
      ['--old <text>', 'a text that stands once in the content, to be replaced by --new'],
      ['--new <text>', 'what stands there afterwards'],
      ...METADATA,
      ...CHANGESET,
    ],
    examples: ['update start --status active --ready', 'update start --old "every day" --new "every week"'],
    input: async ([id], options, io) => {
      const { old, new: fresh, expect, unset, content } = options;
      const operation = {
        ...{ op: 'update', id },
        ...given({ expect, set: setOf(options), unset, content: await textOf(content, io) }),
        ...(old === undefined && fresh === undefined ? {} : { edits: [given({ old, new: fresh })] }),
      };
      return request([operation], `Update ${id}`, options);
    },
    print,
  },
  {
    name: 'move',
    operation: 'propose',
    summary: 'Propose another file for a document; its id stays, and links follow',
    arguments: '<id> <path>',
    flags: [['--expect <sha256>', 'the content hash that the document has now'], ...CHANGESET],
    examples: ['move start docs/guides/first-steps.md'],
    input: ([id, path], options) =>
      request([{ op: 'move', id, path, ...given({ expect: options.expect }) }], `Move ${id} to ${path}`, options),
    print,
  },
  {
    name: 'delete',
    operation: 'propose',
    summary: 'Propose to delete documents',
    arguments: '<ids...>',
    flags: [['--remove-relations', 'also remove the relations that other documents have to them'], ...CHANGESET],
    examples: ['delete old-runbook', 'delete old-runbook --remove-relations'],
    input: async (words, options, io) => {
      const ids = await idsOf(words, io);
      const incoming = options.removeRelations === true ? 'remove' : undefined;
      const operations = ids.map((id) => ({ op: 'delete', id, ...given({ incoming }) }));
      return request(operations, ids.length === 1 ? `Delete ${ids[0]}` : `Delete ${ids.length} documents`, options);
    },
    print,
  },
  {
    name: 'relate',
    operation: 'propose',
    summary: 'Propose a relation between two documents, or its removal',
    arguments: '<id> <type> <target>',
    flags: [['--note <text>', 'a note on the relation'], ['--remove', 'remove it'], ...CHANGESET],
    examples: ['relate deploy-runbook depends_on database-choice', 'relate a related_to b --remove'],
    input: ([id, type, target], options) => {
      const relation = relationOf(type!, target!, options.note);
      const change = options.remove === true ? { remove_relations: [{ type, target }] } : { add_relations: [relation] };
      return request([{ op: 'update', id, ...change }], `Relate ${id} to ${target}`, options);
    },
    print,
  },
  {
    name: 'edit',
    operation: 'edit',
    arguments: '<id>',
    flags: [
      ['--text <file>', 'take the exact new text from a file, or "-" for standard input, instead of opening an editor'],
      ['--from <file>', 'begin with the text of this file, as one that was kept when an edit was refused'],
      ['--expect <sha256>', 'the content hash of the document that the text was made for'],
      ['--changeset <id>', 'append to this changeset, or give the new one this id'],
      ['--hash <sha256>', 'append only when the changeset has this hash'],
      ['--title <text>', 'title of the changeset'],
      ['--rationale <text>', 'why this change is proposed'],
      ['--ready', 'ready for review at once, instead of a draft'],
    ],
    examples: ['edit start', 'edit start --changeset better-start', 'edit start --text start-new.md --ready'],
    input: async ([id], { text, hash, from, expect, changeset, title, rationale, ready }, io) => ({
      ...{ id, ...given({ text: await textOf(text, io), from, expect, changeset, title, rationale, ready }) },
      ...given({ expect_hash: hash }),
    }),
    print,
  },
  {
    name: 'import',
    operation: 'import',
    flags: [
      ['--yes', 'make the changeset; without it only the plan is shown'],
      ['--path <prefix>', 'only pages below this folder, or this file', 'repeat'],
      ['--changeset <id>', 'id of the changeset'],
      ['--ready', 'ready for review at once, instead of a draft'],
    ],
    examples: ['import', 'import --yes --ready'],
    input: (_words, { yes, path, changeset, ready }) => given({ yes, path, changeset, ready }),
    print: async () => (await import('../print/changeset.ts')).printImport,
  },
];
