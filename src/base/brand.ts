/**
 * Branded text: a value of one of these types has passed its one mint, and the type is the proof.
 * Nothing else in the house may cast to them.
 */
declare const brand: unique symbol;

/** A primitive `T` that has been checked and given the name `N`. */
export type Brand<T, N extends string> = T & { readonly [brand]: N };

/** `sha256:` and 64 lower-case hex digits. Minted by `hashBytes`, `hashJson` and `sha256Text`. */
export type Sha256 = Brand<string, 'Sha256'>;

/** A path relative to the project root, `/`-separated, checked by `projectPath` of the disk room. */
export type ProjectPath = Brand<string, 'ProjectPath'>;

/** A node id that has passed `nodeId` (NFC, bounded, no control characters). */
export type NodeId = Brand<string, 'NodeId'>;

/** A changeset id: lower-case letters, digits and `-`, at most 64 characters. */
export type ChangesetId = Brand<string, 'ChangesetId'>;
