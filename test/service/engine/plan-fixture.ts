import type {ArtifactPlace} from '../../../service/domain/artifacts.ts';
import {planOf, type ScriptedFrontend, scriptedFrontend} from '../../helpers/scripted-frontend.ts';
import {accountId, type EngineFixture, openStore, startEngine} from '../../helpers/start-engine.ts';

export type World = EngineFixture & {frontend: ScriptedFrontend};

export async function startWorld(
	options: {isReady?: boolean; slots?: number; artifacts?: ArtifactPlace} = {},
): Promise<World> {
	const store = await openStore({type: 'frontend'});
	const frontend = scriptedFrontend(options);
	const {slots = 4, artifacts} = options;
	return {...(await startEngine({store, frontend, slots, ...(artifacts ? {artifacts} : {})})), frontend};
}

export async function runOne({engine, batchEnd}: World, testId: string, rerun?: {autoHeal: boolean}) {
	const ticket = rerun
		? await engine.rerunTest(accountId, testId, {source: 'cli', skipDependencies: false, ...rerun})
		: await engine.triggerRun(accountId, testId, {source: 'cli'});
	await batchEnd(ticket.batchId);
	return engine.readRun(accountId, ticket.runId, {includeSteps: true});
}

export const twoSteps = planOf('click Add', 'click Save');
