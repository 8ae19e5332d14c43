/** A synthetic corpus, the same for the same numbers: pages with front matter, headings, links and plausible words. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SYLLABLES = 'ka lo mi ten ra do ver sis gra pho net cal dex ur in ob plex tor qua zen'.split(' ');

/** A repeatable stream of numbers in [0, 1). */
export function randomStream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function vocabulary(size: number): string[] {
  return Array.from({ length: size }, (_, i) => {
    let word = '';
    for (let n = i + 1; n > 0; n = Math.floor(n / SYLLABLES.length)) word += SYLLABLES[n % SYLLABLES.length];
    return word;
  });
}

/** The text of page `index` of `count`; about `bytes` long, linking to two earlier pages. */
function page(index: number, bytes: number, words: readonly string[], random: () => number): string {
  const word = (): string =>
    words[Math.min(words.length - 1, Math.floor(Math.exp(random() * Math.log(words.length))))]!;
  const sentence = (): string => `${Array.from({ length: 8 + Math.floor(random() * 10) }, word).join(' ')}.`;
  const title = Array.from({ length: 4 }, word).join(' ');
  const targets = [1, 2].map((step) => Math.max(0, index - Math.ceil(step * (1 + random() * 40))));
  const relation = index > 0 ? `\n[[relations]]\ntype = "depends_on"\ntarget = "p${targets[0]}"\n` : '';
  const lines = [
    `+++\nid = "p${index}"\nfamily = "page"\ntitle = "${title}"\nstatus = "active"\nauthority = "authoritative"\n${relation}+++\n`,
    `# ${title}\n`,
  ];
  let size = lines.join('\n').length;
  for (let section = 1; size < bytes; section++) {
    const target = targets[section % 2]!;
    const text = `## ${word()} ${section}\n\n${sentence()} ${sentence()}\n${sentence()}\nSee [${word()}](${fileOf(index, target)}).\n`;
    lines.push(text);
    size += text.length + 1;
  }
  return lines.join('\n');
}

function folderOf(index: number): string {
  return `d${Math.floor(index / 100)}`;
}

function fileOf(from: number, to: number): string {
  return folderOf(from) === folderOf(to) ? `p${to}.md` : `../${folderOf(to)}/p${to}.md`;
}

/** Writes `count` pages of about `bytes` each below `docs/` of a folder. */
export function writeCorpus(root: string, count: number, bytes = 1_800, seed = 1): void {
  const random = randomStream(seed);
  const words = vocabulary(12_000);
  for (let i = 0; i < count; i++) {
    const path = join(root, 'docs', folderOf(i), `p${i}.md`);
    if (i % 100 === 0) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, page(i, bytes, words, random));
  }
}
