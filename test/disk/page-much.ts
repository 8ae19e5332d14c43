/** Writes more through `pageText` than a pipe holds, then ends. */
import { pageText } from '../../src/disk/index.ts';

await pageText('line\n'.repeat(500_000), {});
