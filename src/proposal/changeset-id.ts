/** The id of a new changeset, made from its title and a fresh part, so that no two writers need to agree on one. */

const SLUG_CHARS_MAX = 40;

/** `fix-the-pump-1f0c22aa`: a title without accents, in lower case, cut; then the last eight digits of a fresh id. */
export function changesetIdFor(title: string, freshId: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARS_MAX)
    .replace(/^-+|-+$/g, '');
  return `${slug || 'change'}-${freshId.slice(-8)}`;
}
