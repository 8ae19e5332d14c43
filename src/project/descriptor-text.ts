/** Pieces of a descriptor as text, with comments for the person who will edit it. */
import { writeTomlValue } from '../base/index.ts';

/** Editors that know this line check the descriptor while it is typed. The schema lies beside it. */
export const SCHEMA_LINE = '#:schema ./project.schema.json';

/** A text as a TOML string. */
export function quote(text: string): string {
  return writeTomlValue(text);
}

/** `key = ["a", "b"]`, on one line when short, else one name a line. */
export function namesText(key: string, names: readonly string[]): string {
  const line = `${key} = [${names.map(quote).join(', ')}]`;
  return line.length <= 110 ? line : `${key} = [\n${names.map((name) => `  ${quote(name)},\n`).join('')}]`;
}

/** One writer, one reviewer and one applier: enough for one person, and three names to hand out in a team. */
export const peopleText = `# Who may propose which changes. "*" stands for every family.
[[writers]]
id = "author"
families = ["*"]
operations = ["create", "update", "move", "delete"]

# Who may approve.
[[reviewers]]
id = "reviewer"

# Who may publish, and how many different reviewers must have approved. With own_changes = false, an approval by one of
# the changeset's own writers does not count; "author" and "reviewer" are different names, so one person can be both.
[[appliers]]
id = "applier"
approvals = 1
own_changes = false
`;
