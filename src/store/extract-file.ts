/** One file's bytes to what they say, by the reader its path asks for; and the key under which that is kept. */
import { EXTRACTION_SCHEMA, type Sha256, sha256Hex } from '../base/index.ts';
import { extractData, extractVault } from '../extractor/index.ts';
import { type ExtractedFile, extractMarkdown, extractToml, type Format } from '../source/index.ts';

const READERS: Readonly<Record<Format, (bytes: Uint8Array) => ExtractedFile>> = {
  markdown: extractMarkdown,
  toml: extractToml,
  vault: extractVault,
  data: extractData,
};

/** What the bytes of a file say. A pure function of bytes and reader. */
export function extractFile(bytes: Uint8Array, format: Format): ExtractedFile {
  return READERS[format](bytes);
}

/** The key of an extraction: 64 hex digits from the file's hash, the reader and the version of what is extracted. */
export function extractionKey(hash: Sha256, format: Format): string {
  return sha256Hex(`${hash} ${format} ${EXTRACTION_SCHEMA}`);
}
