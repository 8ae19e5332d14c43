/** extractor: adapters that read files of other tools as nodes. */
export { extractData } from './extract-data.ts';
export { extractVault } from './extract-vault.ts';
