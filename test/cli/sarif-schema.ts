/** The JSON Schema of SARIF 2.1.0, as its makers publish it, and what code scanning asks for beyond it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ajvDraft04 from 'ajv-draft-04';
import ajvFormats from 'ajv-formats';

const path = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const ajv = new ajvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
ajvFormats.default(ajv as unknown as Parameters<typeof ajvFormats.default>[0]);
const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')));

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
      readonly region: { readonly startLine: number; readonly startColumn?: number };
    };
  }[];
  readonly partialFingerprints?: Readonly<Record<string, string>>;
  readonly suppressions?: readonly { readonly kind: string; readonly status: string; readonly justification: string }[];
  readonly baselineState?: string;
}

export interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
  }[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly results: readonly SarifResult[];
}

/** The one run of a report. Throws what the schema finds wrong, and results that name no rule or no place. */
export function readSarif(text: string): SarifRun {
  const log = JSON.parse(text) as { readonly runs: readonly SarifRun[] };
  if (!validate(log)) throw new Error(JSON.stringify(validate.errors, null, 1));
  const run = log.runs[0]!;
  for (const result of run.results) {
    if (run.tool.driver.rules[result.ruleIndex]?.id !== result.ruleId) throw new Error(`no rule ${result.ruleId}`);
    const { artifactLocation } = result.locations[0]!.physicalLocation;
    if (artifactLocation.uriBaseId !== '%SRCROOT%') throw new Error('a place that is not below the root');
    const { pathname, host, search, hash } = new URL(artifactLocation.uri, 'file:///root/');
    if (host + search + hash !== '' || !pathname.startsWith('/root/')) throw new Error(`not a path: ${pathname}`);
  }
  return run;
}
