/**
 * Swaps folders and a file of a tree for links to the outside and back, as fast as it can, until it is killed.
 * Arguments: root, outside, seed, and the milliseconds after which it ends by itself.
 */
import { existsSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';

const [root, outside, seed, lifetime] = process.argv.slice(2);
const places = [
  [`${root}/a`, outside],
  [`${root}/a/deep`, `${outside}/deep`],
  [`${root}/a/deep/page.md`, `${outside}/deep/page.md`],
];
let state = Number(seed) >>> 0;
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state >>> 8;
};
const spin = (turns) => {
  for (let i = 0; i < turns; i++) Math.sqrt(i);
};

writeFileSync(`${root}/ready`, '');
const end = Date.now() + Number(lifetime);
while (Date.now() < end && existsSync(root)) {
  for (let i = 0; i < 200; i++) {
    const [place, target] = places[next() % places.length];
    const aside = `${root}/aside`;
    renameSync(place, aside);
    symlinkSync(target, place);
    spin(next() % 4000);
    unlinkSync(place);
    renameSync(aside, place);
    spin(next() % 4000);
  }
}
