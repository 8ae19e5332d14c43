/** The relinker, loaded when it is asked for: its exact Markdown parser is the slowest part to start, and few need it. */
import type { Rewrite } from './relink.ts';

/** Gives `relinkContent`: the content with other destinations for its links. */
export async function loadRelink(): Promise<(content: string, rewrite: Rewrite) => string> {
  const { relinkContent } = await import('./relink.ts');
  return relinkContent;
}
