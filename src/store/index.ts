/** store: sources to one attested image, and the project in memory at one moment. */
export { loadSnapshot, type Projection, type ProjectView, projectSnapshot, type Snapshot } from './snapshot.ts';
