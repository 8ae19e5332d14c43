/**
 * Starting a project: the files to write are planned as text first, then published without ever replacing a file.
 *
 * Invariants: the descriptor is published last, so a start that was interrupted is not half a project; adopting a
 * repository plans nothing outside `.docforge`.
 */
import { basename } from 'node:path';
import { refuse } from '../base/index.ts';
import { documents, jsonSchemaOf } from '../contract/index.ts';
import type { Disk } from '../disk/index.ts';
import { type AdoptionSurvey, adoptedDescriptor } from './adopt.ts';
import { DESCRIPTOR_PATH, parseDescriptor } from './descriptor.ts';
import { namesText, peopleText, quote, SCHEMA_LINE } from './descriptor-text.ts';
import { STATUSES_DEFAULT } from './rules.ts';

/** What `init` will write, in the order in which it is published. */
export interface InitPlan {
  readonly root: string;
  readonly id: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface InitRequest {
  /** Absolute path of the root. */
  readonly root: string;
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  /** Given when an existing repository is adopted: what was found in it. */
  readonly survey?: AdoptionSurvey | undefined;
}

const IGNORE = `# Derived or private state. Everything else in this folder belongs in version control.
/index/
/application/
/staging/
/lock*
`;

/** Plans the files of a new project, or of an adopted one. Pure. */
export function planInit(request: InitRequest): InitPlan {
  const id = request.id ?? idOfFolder(request.root);
  const title = request.title ?? (basename(request.root) || id);
  const descriptor = request.survey ? adoptedDescriptor(id, title, request.survey) : newDescriptor(id, title);
  const parsed = parseDescriptor(descriptor);
  if ('problems' in parsed) {
    const { problems } = parsed;
    const reason = (problems[0]?.message ?? '').replace(/\.$/, '');
    return refuse('invalid_input', { operation: 'init', where: 'id or title', reason, problems });
  }
  const schema = jsonSchemaOf(documents.find((row) => row.name === 'project')!);
  return {
    root: request.root,
    id,
    files: [
      { path: '.docforge/.gitignore', text: IGNORE },
      { path: '.docforge/project.schema.json', text: `${JSON.stringify(schema, null, 2)}\n` },
      ...(request.survey ? [] : [{ path: 'docs/guides/start.md', text: FIRST_NODE }]),
      { path: DESCRIPTOR_PATH, text: descriptor },
    ],
  };
}

/**
 * Writes what was planned. Gives back the files that were written; one that exists already is left as it is. Refuses
 * `already_a_project` before anything is written.
 */
export async function publishInit(disk: Disk, plan: InitPlan): Promise<string[]> {
  if (disk.stat(DESCRIPTOR_PATH) !== null) refuse('already_a_project', { root: disk.root, path: DESCRIPTOR_PATH });
  const written: string[] = [];
  for (const { path, text } of plan.files) {
    if (await disk.publishNew(path, new TextEncoder().encode(text))) written.push(path);
  }
  return written;
}

/** The last name of a folder as an id for a project: lower case, with `-` for everything else. */
function idOfFolder(root: string): string {
  const id = basename(root)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 100);
  return id === '' ? 'project' : id;
}

function newDescriptor(id: string, title: string): string {
  return `${SCHEMA_LINE}
schema_version = 1

[project]
id = ${quote(id)}
title = ${quote(title)}

# Which files are documents. Folders that begin with a dot, node_modules and the like need to be named to be content.
[content]
markdown = ["docs/**/*.md"]
# toml = ["registry/*.toml"]
# exclude = ["docs/drafts/**"]

[vocabulary]
${namesText('statuses', STATUSES_DEFAULT)}
# depends_on is always there, and may never lead back to its start.
relations = [
  { name = "depends_on", acyclic = true, inverse = "required_by", role = "foundation" },
  { name = "part_of", inverse = "has_part", role = "part" },
  { name = "supersedes", inverse = "superseded_by", role = "successor" },
  { name = "related_to", role = "context" },
]

# A family is a kind of document. New ones go to its directory when no file is named.
[[families]]
id = "guide"
title = "Guides"
directory = "docs/guides"

[[families]]
id = "decision"
title = "Decisions"
directory = "docs/decisions"

${peopleText}`;
}

const FIRST_NODE = `+++
id = "start"
family = "guide"
title = "Start here"
status = "draft"
authority = "authoritative"
tags = ["docforge"]
+++

# Start here

This is the first document of the project. Its block between the \`+++\` lines is TOML: an id that stays the same when the
file moves, a family, a title, a status, and how far the text can be trusted.

Ask with \`docforge search\`, propose a change with \`docforge propose\`, read it with \`docforge review\`, and publish it with
\`docforge approve\` and \`docforge apply\`.
`;
