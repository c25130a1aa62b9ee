import type {Client} from '../client/client.ts';
import type {Batch} from '../../contract/batch.ts';
import type {BatchId, ProjectId, RunId} from '../../contract/ids.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import {getProject} from '../../contract/routes/projects.ts';
import {getRun} from '../../contract/routes/runs.ts';
import {getTest} from '../../contract/routes/tests.ts';
import {ApiError, isApiError} from '../errors/api-error.ts';
import {projectVerdict} from '../view-model/project-verdict.ts';
import type {Place, Start, FindStart} from './screen.ts';
import {readBatches} from './read-batches.ts';

const projects: Place = {screen: 'projects'};
const at = (...places: Place[]): Start => ({places, rowId: null});
const ofProject = (projectId: ProjectId): Place[] => [projects, {screen: 'tests', projectId}];

function missingId(word: string, place: string): never {
	throw new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Name one: svc ui ${word} ${place}`,
		details: {field: 'id', reason: 'required'},
	});
}

/** A screen of the whole service, over the list of projects. */
export const serviceStart =
	(screen: string): FindStart =>
	async () =>
		screen === projects.screen ? at(projects) : at(projects, {screen});

/** A screen of a project: the named one, else the one at hand. */
export const projectStart =
	(screen: string): FindStart =>
	async ({client, word, id, projectId: atHand}) => {
		const projectId = id ?? atHand ?? missingId(word, '<project-id>');
		await client.call(getProject, {params: {projectId}});
		return screen === 'tests' ? at(...ofProject(projectId)) : at(...ofProject(projectId), {screen, projectId});
	};

/** A test in the list of its project. */
export const testStart: FindStart = async ({client, word, id}) => {
	const testId = id ?? missingId(word, '<test-id>');
	const {projectId} = await client.call(getTest, {params: {testId}});
	return {places: ofProject(projectId), rowId: testId};
};

/** Where a batch is shown. `run` is known where a run was named. */
type PlaceOf = (found: {batchId: BatchId; projectId: ProjectId | null; run?: {runId: RunId; status: string}}) => Place;

/**
 * A screen of a batch: a batch id, a run id (its batch) or a project id (its latest batch); ids of unknown form are tried
 * in this order. It lies over the run screen.
 */
export const batchStart =
	(placeOf: PlaceOf | string): FindStart =>
	async ({client, word, id: named, projectId}) => {
		const id = named ?? projectId ?? missingId(word, '<batch-id>');
		// Of a project the newest run; what failed or was left of it is told of the run that decides how it stands.
		const findOfProject = typeof placeOf === 'string' && placeOf !== 'run' ? findDeciding : findLatest;
		const ways = [findBatch, findRun, findOfProject];
		const known = ['bat_', 'run_', 'prj_'].findIndex(prefix => id.startsWith(prefix));
		let failure: unknown;
		for (const way of known < 0 ? ways : ways.slice(known, known + 1)) {
			try {
				const found = await way(client, id);
				const run: Place = {screen: 'run', batchId: found.batchId, projectId: found.projectId};
				const place = typeof placeOf === 'string' ? {...run, screen: placeOf} : placeOf(found);
				const below = found.projectId === null ? [projects] : ofProject(found.projectId);
				return at(...below, run, ...(place.screen === 'run' ? [] : [place]));
			} catch (error) {
				if (!(isApiError(error) && error.code === 'NOT_FOUND')) throw error;
				failure ??= error;
			}
		}
		throw failure;
	};

/** A screen of a batch that also has something to say of a project which has not run yet. */
export const batchOrProjectStart = (screen: string): FindStart => {
	const ofBatch = batchStart(screen);
	return async input => {
		try {
			return await ofBatch(input);
		} catch (error) {
			const projectId = isApiError(error) && error.details['reason'] === 'no_batch' ? error.details['id'] : null;
			if (typeof projectId !== 'string') throw error;
			return at(...ofProject(projectId), {screen, projectId});
		}
	};
};

/** Batches that are looked at first for the one that decides. */
const startBatches = 6;

type Found = Pick<Batch, 'batchId' | 'projectId'> & {run?: {runId: RunId; status: string}};

async function findBatch(client: Client, batchId: BatchId): Promise<Found> {
	const {projectId} = await client.call(getBatch, {params: {batchId}, query: {}});
	return {batchId, projectId};
}

async function findRun(client: Client, runId: RunId): Promise<Found> {
	const {batchId, projectId, status} = await client.call(getRun, {params: {runId}, query: {}});
	if (batchId !== undefined) return {batchId, projectId, run: {runId, status}};
	throw new ApiError('UNSUPPORTED', 'This service has no batches.', {
		nextAction: `svc test wait ${runId}`,
		details: {feature: 'batches'},
	});
}

async function findLatest(client: Client, projectId: ProjectId): Promise<Found> {
	const {lastBatchId} = await client.call(getProject, {params: {projectId}});
	if (lastBatchId) return {batchId: lastBatchId, projectId};
	const [newest] = lastBatchId === undefined ? await readBatches(client, projectId, 1) : [];
	if (newest) return {batchId: newest.batchId, projectId};
	throw new ApiError('NOT_FOUND', 'This project has not run yet.', {
		nextAction: `svc ui tests ${projectId}`,
		details: {resource: 'batch', id: projectId, reason: 'no_batch'},
	});
}

async function findDeciding(client: Client, projectId: ProjectId): Promise<Found> {
	const latest = await findLatest(client, projectId);
	const decides = projectVerdict(await readBatches(client, projectId, startBatches));
	return {...latest, batchId: decides?.batch.batchId ?? latest.batchId};
}
