import type {Client} from '../client/client.ts';
import {getBatch} from '../contract/routes/batches.ts';
import {getProject} from '../contract/routes/projects.ts';
import {getRun} from '../contract/routes/runs.ts';
import {getTest} from '../contract/routes/tests.ts';
import {ApiError, isApiError} from '../errors/api-error.ts';
import type {Place} from './navigation.ts';

/** Where the dashboard begins. `testId` = the test whose details are shown. */
export type Start = {places: readonly Place[]; testId: string | null};

/** What `svc ui <screen> [id]` says. */
export type StartRequest = {
	/** Absent: the project when there is one, else the list of projects. */
	screen: string | null;
	id: string | null;
	/** Project of the flag, the environment or the project directory. */
	projectId: string | null;
};

/** Screens that `svc ui` can open. */
export const startScreens = ['projects', 'project', 'tests', 'test', 'batch', 'run'] as const;

const invalid = (field: string, reason: string, nextAction: string, accepted?: readonly string[]) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction,
		details: {field, reason, ...(accepted ? {accepted} : {})},
	});

const projects: Place = {screen: 'projects'};
const ofProject = (projectId: string): Place[] => [projects, {screen: 'tests', projectId}];

/** Finds the place that a screen name and an id mean. Rejects with what is wrong with them. */
export async function findStart(client: Client, {screen, id, projectId}: StartRequest): Promise<Start> {
	switch (screen) {
		case null:
			return projectId === null ? {places: [projects], testId: null} : atProject(client, projectId);
		case 'projects':
			return {places: [projects], testId: null};
		case 'project':
		case 'tests':
			return atProject(client, id ?? projectId ?? missing(screen, 'a project id'));
		case 'test':
			return atTest(client, id ?? missing(screen, 'a test id'));
		case 'batch':
		case 'run':
			return atBatch(client, id ?? projectId ?? missing(screen, 'a batch, run or project id'));
		default:
			throw invalid('screen', `unknown screen "${screen}"`, `Screens: ${startScreens.join(', ')}.`, startScreens);
	}
}

function missing(screen: string, what: string): never {
	throw invalid('id', 'required', `Name ${what}: svc ui ${screen} <id>.`);
}

async function atProject(client: Client, projectId: string): Promise<Start> {
	await client.call(getProject, {params: {projectId}});
	return {places: ofProject(projectId), testId: null};
}

async function atTest(client: Client, testId: string): Promise<Start> {
	const {projectId} = await client.call(getTest, {params: {testId}});
	return {places: ofProject(projectId), testId};
}

/** A batch id, a run id (its batch) or a project id (its latest batch); ids of unknown form are tried in this order. */
async function atBatch(client: Client, id: string): Promise<Start> {
	const ways = [batchPlaces, runPlaces, projectPlaces];
	const prefixes = ['bat_', 'run_', 'prj_'];
	const known = prefixes.findIndex(prefix => id.startsWith(prefix));
	let failure: unknown;
	for (const way of known < 0 ? ways : ways.slice(known, known + 1)) {
		try {
			return {places: await way(client, id), testId: null};
		} catch (error) {
			if (!(isApiError(error) && error.code === 'NOT_FOUND')) throw error;
			failure ??= error;
		}
	}
	throw failure;
}

type FindPlaces = (client: Client, id: string) => Promise<readonly Place[]>;

const batchPlaces: FindPlaces = async (client, batchId) => {
	const {projectId} = await client.call(getBatch, {params: {batchId}, query: {}});
	return [...(projectId === null ? [projects] : ofProject(projectId)), {screen: 'run', batchId, projectId}];
};

const runPlaces: FindPlaces = async (client, runId) => {
	const {batchId, projectId} = await client.call(getRun, {params: {runId}, query: {}});
	if (batchId !== undefined) return [...ofProject(projectId), {screen: 'run', batchId, projectId}];
	throw new ApiError('UNSUPPORTED', 'This service has no batches.', {
		nextAction: `svc test wait ${runId}`,
		details: {feature: 'batches'},
	});
};

const projectPlaces: FindPlaces = async (client, projectId) => {
	const {lastBatchId} = await client.call(getProject, {params: {projectId}});
	if (lastBatchId) return [...ofProject(projectId), {screen: 'run', batchId: lastBatchId, projectId}];
	throw new ApiError('NOT_FOUND', 'This project has not run yet.', {
		nextAction: `svc ui tests ${projectId}`,
		details: {resource: 'batch', id: projectId, reason: 'no_batch'},
	});
};
