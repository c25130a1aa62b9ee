import type {DocumentReading} from '../../../../contract/documents/setup.ts';
import {waitForDiscovery} from '../../../client/wait-for-discovery.ts';
import type {Discovery} from '../../../../contract/discovery.ts';
import type {ProjectId} from '../../../../contract/ids.ts';
import {discoverEndpoints} from '../../../../contract/routes/discovery.ts';
import {listEndpoints} from '../../../../contract/routes/endpoints.ts';
import type {Context} from '../../../context.ts';
import {isApiError} from '../../../errors/api-error.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

/** Reading a document of 10 MB takes seconds; one that takes longer goes on without this command. */
const patienceSeconds = 120;
const pageSize = 100;

/**
 * Reads the endpoints of the project out of its documents and says what came of it. A reading that fails is told in the
 * answer: the document was stored all the same.
 */
export async function readEndpoints(projectId: ProjectId, key: string, context: Context): Promise<DocumentReading> {
	const {client, progress} = context;
	const params = {projectId};
	try {
		const ticket = await client.call(discoverEndpoints, {
			params,
			// Reads documents, calls nothing.
			body: {probe: false},
			idempotencyKey: `${key}:read`,
		});
		const {discoveryId} = ticket;
		const outcome = await waitForDiscovery({
			...context.wait(patienceSeconds),
			projectId,
			discoveryId,
			onLook: ({status, progress: {endpointsFound}}) =>
				progress.show({kind: 'discovery', status, endpoints: endpointsFound}),
		});
		progress.end();
		if (outcome.state !== 'done')
			return {...nothing, discoveryId, status: outcome.answer?.status ?? ticket.status, error: goesOn(projectId)};
		return await resultOf(outcome.answer, projectId, context);
	} catch (error) {
		progress.end();
		if (!isApiError(error)) throw error;
		return {...nothing, status: 'failed', error: error.message, hint: error.nextAction || nothing.hint};
	}
}

const nothing: DocumentReading = {
	discoveryId: null,
	status: 'idle',
	endpoints: 0,
	pairs: 0,
	changes: {added: 0, changed: 0, removed: 0},
	warnings: [],
	error: null,
	hint: null,
};

const goesOn = (projectId: ProjectId) =>
	`It is still being read; see svc endpoint list --project ${shellWord(projectId)}`;

async function resultOf(discovery: Discovery, projectId: ProjectId, context: Context): Promise<DocumentReading> {
	const {discoveryId, status, endpoints, changes, warnings, errorMessage} = discovery;
	const {pairs, makers} = status === 'done' && endpoints > 0 ? await countPairs(projectId, context) : noPairs;
	return {
		discoveryId,
		status,
		endpoints,
		pairs,
		changes,
		warnings,
		error: status === 'done' ? null : (errorMessage ?? `The reading ended: ${status}.`),
		hint: status !== 'done' ? null : hintOf(endpoints, {pairs, makers}, projectId),
	};
}

function hintOf(endpoints: number, {pairs, makers}: Pairs, projectId: ProjectId): string | null {
	if (endpoints === 0)
		return `No endpoint was found. Does the document have paths? Add them by hand: svc endpoint add --project ${shellWord(projectId)} --method DELETE --path /things/{id}`;
	if (pairs === 0 && makers > 0)
		return `Nothing that creates a record has a DELETE, so cleanup cannot delete what tests make. Add one: svc endpoint add --project ${shellWord(projectId)} --method DELETE --path /things/{id}`;
	return null;
}

/** `pairs`: endpoints that create what another one deletes; `makers`: those that may create anything at all. */
type Pairs = {pairs: number; makers: number};
const noPairs: Pairs = {pairs: 0, makers: 0};

async function countPairs(projectId: ProjectId, {client}: Context): Promise<Pairs> {
	let pairs = 0;
	let makers = 0;
	let cursor: string | undefined;
	do {
		const page = await client.call(listEndpoints, {params: {projectId}, query: {pageSize, cursor}});
		pairs += page.items.filter(({deleteEndpointId}) => deleteEndpointId !== null).length;
		makers += page.items.filter(({method}) => method === 'POST' || method === 'PUT').length;
		cursor = page.nextToken ?? undefined;
	} while (cursor !== undefined);
	return {pairs, makers};
}
