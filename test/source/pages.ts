/** Small pages and files for the tests of the source room. */
import { type ExtractedFile, extractMarkdown, extractToml } from '../../src/source/index.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** The five required fields of a page. */
export function head(id: string, more = ''): string {
  return `id = "${id}"\nfamily = "guide"\ntitle = "The ${id}"\nstatus = "active"\nauthority = "authoritative"\n${more}`;
}

export const page = (id: string, content = '', more = ''): string => `+++\n${head(id, more)}+++\n${content}`;
export const node = (id: string, more = ''): string => `[[nodes]]\n${head(id, more)}`;
export const readPage = (text: string): ExtractedFile => extractMarkdown(bytesOf(text));
export const readFile = (text: string): ExtractedFile => extractToml(bytesOf(text));

/** Problems as `line:column code message`. */
export function problemsOf({ extraction }: ExtractedFile): string[] {
  return extraction.problems.map(({ line, column, code, message }) => `${line}:${column ?? ''} ${code} ${message}`);
}
