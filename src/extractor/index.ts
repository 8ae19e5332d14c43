/** extractor: adapters that read files of other tools as nodes. */
export { extractVault } from './extract-vault.ts';
