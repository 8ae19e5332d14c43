/** Where the derived files of the index lie. Everything below this folder can be deleted and is made again. */
export const INDEX = '.docforge/index';
export const IMAGE = `${INDEX}/image.sqlite`;
export const ATTESTATION = `${INDEX}/attestation.json`;
export const SOURCES = `${INDEX}/sources.json`;
export const CLOCK = `${INDEX}/clock`;
export const DIFF = `${INDEX}/diff.json`;
export const BODIES = `${INDEX}/bodies`;
export const EXTRACTIONS = `${INDEX}/extractions`;
/** What another SQLite writer would leave beside the image; an image with one of these is not accepted. */
export const SIDECARS = ['-wal', '-journal', '-shm'].map((suffix) => `${IMAGE}${suffix}`);
