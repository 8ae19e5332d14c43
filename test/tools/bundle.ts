/** `npm run build`, second half: the program `docforge` in a few files, since opening hundreds costs most of a short command. */
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = `${ROOT}dist/bin`;
/** Found in `node_modules` when the program runs: one is optional, the other reads its WASM from beside itself. */
const EXTERNAL = ['koffi', 'sql.js'];

const { engines } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { engines: { node: string } };

rmSync(OUT, { recursive: true, force: true });
await build({
  entryPoints: { docforge: `${ROOT}dist/cli/main.js`, 'source-worker': `${ROOT}dist/store/source-worker.js` },
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${engines.node.replace(/\D+/, '')}`,
  external: EXTERNAL,
  legalComments: 'linked',
  logLevel: 'warning',
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';const require = requireFrom(import.meta.url);",
  },
});
