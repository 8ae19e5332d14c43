/** project: the descriptor, policy, identities, the passive Git revision; opening and starting a project. */
export type { AdoptionSurvey, SurveyedPage } from './adopt.ts';
export { defaultContent, leftOutFolder } from './content.ts';
export { DESCRIPTOR_PATH, type ParsedDescriptor, parseDescriptor } from './descriptor.ts';
export { type Applier, applierOf, type Reviewer, reviewerOf, type Writer, writerOf } from './identity.ts';
export { type InitPlan, type InitRequest, planInit, publishInit } from './init.ts';
export { openFolder, openProject } from './open.ts';
export { repositoryPrefix } from './revision.ts';
export type { ContentFormat, Project, ProjectRules, RelationRule } from './types.ts';
