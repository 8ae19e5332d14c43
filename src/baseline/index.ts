/** baseline: which problems are known already, and by what a problem is known again. */
export { type BytesOf, type Fingerprint, fingerprints } from './fingerprint.ts';
