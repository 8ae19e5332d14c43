/** Every problem of the project as its files are now, from the index, with the bytes that they were found in. */
import { type Degraded, hashBytes, type Problem, refuse, type Sha256 } from '../base/index.ts';
import type { BytesOf } from '../baseline/index.ts';
import { DESCRIPTOR_PATH, type Project } from '../project/index.ts';
import { fileHashes, listProblems } from '../query/index.ts';
import { openIndex } from '../store/index.ts';

export interface FoundProblems {
  /** Those of the descriptor, then the others, each in their one order. */
  readonly problems: readonly Problem[];
  readonly files: number;
  readonly nodes: number;
  readonly edges: number;
  readonly generation: Sha256;
  readonly source_hash: Sha256;
  readonly degraded: readonly Degraded[];
  /** The bytes of a source or of the descriptor. Refuses `source_moved` when they are not the ones that were judged. */
  readonly bytesOf: BytesOf;
}

/** Brings the index up to date and takes the problems from it. */
export async function findProblems(project: Project): Promise<FoundProblems> {
  const index = await openIndex(project);
  try {
    const { file = 0, node = 0, edge = 0 } = index.attestation.rows;
    const problems = [...descriptorProblems(project), ...listProblems(index)];
    const hashes = problems.length > 0 ? fileHashes(index) : undefined;
    return {
      problems,
      ...{ files: file, nodes: node, edges: edge },
      ...{ generation: index.generation, source_hash: index.source_hash, degraded: index.degraded },
      bytesOf: (path) => {
        const hash = path === DESCRIPTOR_PATH ? project.descriptor_hash : hashes?.get(path);
        return hash === undefined ? null : judgedBytes(project, path, hash);
      },
    };
  } finally {
    index.close();
  }
}

/** The warnings of the descriptor, with the severities that it sets itself. */
export function descriptorProblems({ warnings, rules }: Project): Problem[] {
  return warnings.flatMap((row) => {
    const severity = rules.severities.get(row.code) ?? row.severity;
    return severity === 'off' ? [] : [{ ...row, severity }];
  });
}

function judgedBytes(project: Project, path: string, hash: Sha256): Uint8Array {
  const bytes = project.disk.readIfPresent(path, project.source_bytes_max);
  if (bytes === null || hashBytes(bytes) !== hash) return refuse('source_moved', { path });
  return bytes;
}
