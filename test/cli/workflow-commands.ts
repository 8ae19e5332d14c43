/** Reads what a step prints as the runner of GitHub Actions does: workflow commands, and where they are stopped. */

export interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** The commands of an output, and its other lines. */
export function readCommands(output: string): { readonly commands: WorkflowCommand[]; readonly log: string[] } {
  const commands: WorkflowCommand[] = [];
  const log: string[] = [];
  let stopped: string | null = null;
  for (const line of output.split('\n')) {
    const match = /^\s*::([^:\s]+)(?: (.*?))?::(.*)$/.exec(line);
    if (stopped !== null) {
      if (line.trim() === `::${stopped}::`) stopped = null;
      else log.push(line);
      continue;
    }
    if (match === null && /##\[/.test(line)) commands.push({ name: line, properties: {}, message: '' });
    else if (match === null) log.push(line);
    else if (match[1] === 'stop-commands') stopped = match[3]!;
    else commands.push({ name: match[1]!, properties: propertiesOf(match[2] ?? ''), message: unescapeData(match[3]!) });
  }
  return { commands, log };
}

function propertiesOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', value = ''] = pair.trim().split(/=(.*)/s);
      return [key, unescapeData(value.replaceAll('%3A', ':').replaceAll('%2C', ','))];
    }),
  );
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
