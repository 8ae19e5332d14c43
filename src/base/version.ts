/** The one place that knows the versions of the program and of what it derives. A test holds it equal to package.json. */

/** The program's own version. */
export const VERSION = '0.1.0';

/** The layout of the index image; a reader of another version rebuilds. */
export const INDEX_SCHEMA = 1;

/** What a semantic digest covers; part of every digest. */
export const DIGEST_SCHEMA = 'docforge.digest/1';

/** What one extraction of a file holds; part of the key of the extraction cache. */
export const EXTRACTION_SCHEMA = 1;
