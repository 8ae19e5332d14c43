/** Any list of operations is either refused with nothing changed, or applied to exactly the planned graph and back. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { applyChangeset, auditProject, rollbackReceipt } from '../../src/applier/index.ts';
import { fixedAmbient, Refusal } from '../../src/base/index.ts';
import type { OperationPaper } from '../../src/contract/index.ts';
import { loadSnapshot } from '../../src/store/index.ts';
import { approved, cleanUp, documentsOf, makeProject } from './support.ts';

afterEach(cleanUp);

const id = fc.constantFrom('one', 'two', 'three', 'four', 'five');
const text = fc.constantFrom(
  'Short.\n',
  '# A heading\n\nWith [a link](one.md).\n',
  '',
  '+++\nlooks like a fence\n+++\n',
);
const path = fc.constantFrom('docs/four.md', 'docs/new/five.md', 'docs/two.md', 'docs/a/b/c.md');

const operation: fc.Arbitrary<OperationPaper> = fc.oneof(
  fc.record({ op: fc.constant('update' as const), id, content: text }),
  fc.record({
    op: fc.constant('update' as const),
    id,
    set: fc.record({ title: fc.string({ minLength: 1, maxLength: 9 }) }),
  }),
  fc.record({ op: fc.constant('create' as const), id, family: fc.constant('guide'), title: id, path, content: text }),
  fc.record({ op: fc.constant('move' as const), id, path }),
  fc.record({ op: fc.constant('delete' as const), id }),
);

describe('any list of operations', () => {
  it('applies to exactly the planned graph and back, or is refused with nothing changed', async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 4 }), async (operations) => {
        const project = makeProject();
        const ambient = fixedAmbient();
        const before = documentsOf(project);
        try {
          const changeset = await approved(project, ambient, { operations });
          const request = { changeset: 'change', hash: changeset.hash, applier: 'release' };
          await applyChangeset(project, request, ambient, { flush: false });
          applied++;
          expect((await loadSnapshot(project)).generation).toBe(changeset.result.generation);
          for (const file of changeset.files) expect(documentsOf(project)[file.path] ?? null).toBe(file.content);
          await rollbackReceipt(project, { receipt: 1, applier: 'release' }, ambient, { flush: false });
          expect((await auditProject(project)).problems).toEqual([]);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        expect(documentsOf(project)).toEqual(before);
        cleanUp();
      }),
      { numRuns: 40, seed: 20260101 },
    );
    expect(applied).toBeGreaterThan(5);
  });
});
